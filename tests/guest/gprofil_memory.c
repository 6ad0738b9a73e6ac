/* gprofil: a page of the buffer that was never touched takes no memory, not for the call, nor for
 * the file, which has a hole there; what is unmapped reads as zeros.  A bad buffer is an error
 * of the first tick, not of the call. */
/* machine: det=1 */
/* flags: -pg */
#define GPROFIL_TEST "gprofil_memory"
#include "gprofil.h"
#include <sys/mman.h>

#define MIB   (1ul << 20)
#define LARGE (1 << 20) /* of MiB: far more than the machine has */

static char bytes[16384];

/* Sparse: the header says 256 MiB of counters and 1 MiB of calls, and two pages are touched. */
static void sparse(void)
{
    struct gmonhdr *head = (void *)map_memory(LARGE * MIB, PROT_READ | PROT_WRITE);
    struct gmonrec *calls = (void *)((char *)head + 256 * MIB);

    *head = (struct gmonhdr){.gh_ncnt = 256 * MIB, .gh_totarc = MIB};
    calls[100].gr_count = 7;
    CHECK_EQ(gprofil(head, LARGE * MIB, 256 * MIB - sizeof(*head), SPIN_PC, 65536, -1), 0);
}

static void check_sparse(const char *path)
{
    int fd = open(path, O_RDONLY);
    CHECK(fd >= 0);
    struct stat st;
    CHECK_EQ(fstat(fd, &st), 0);
    CHECK_EQ(st.st_size, 257 * MIB);
    CHECK_IN(st.st_blocks, 1, 64); /* of 512 bytes */
    struct gmonrec record;
    CHECK_EQ(lseek(fd, 256 * MIB + 100 * sizeof(record), SEEK_SET),
             256 * MIB + 100 * sizeof(record));
    CHECK_EQ(read(fd, &record, sizeof(record)), sizeof(record));
    CHECK_EQ(record.gr_count, 7);
    close(fd);
    CHECK_EQ(unlink(path), 0);
}

/* A page of the buffer is gone. */
static void with_hole(void)
{
    char *buf = map_memory(3 * PAGE_SIZE, PROT_READ | PROT_WRITE);

    memset(buf, 1, 3 * PAGE_SIZE);
    *(struct gmonhdr *)buf = (struct gmonhdr){.gh_ncnt = 3 * PAGE_SIZE};
    CHECK_EQ(gprofil(buf, 3 * PAGE_SIZE, 16, SPIN_PC, 65536, -1), 0);
    CHECK_EQ(munmap(buf + PAGE_SIZE, PAGE_SIZE), 0);
    CHECK_EQ(mprotect(buf + 2 * PAGE_SIZE, PAGE_SIZE, PROT_NONE), 0);
}

/* The call does not look: the first tick turns the counting off, and there is no file without a
 * header. */
static void bad(void *buf)
{
    CHECK_EQ(gprofil(buf, 4096, 2048, SPIN_PC, 65536, -1), 0);
    CHECK_EQ(prof_now().ps_state, PROF_ON);
    clock_t start = prof_ticks();
    while (prof_now().ps_state == PROF_ON) {
        prof_spin(SPIN_TURNS);
        prof_patience(start, "off");
    }
    CHECK_EQ(prof_now().ps_reason, PROF_FAULT);
}

int main(void)
{
    static char *const bad_ones[] = {NULL,
                                     (char *)8,
                                     (char *)0x400000,
                                     (char *)-64ul,
                                     (char *)-32ul,
                                     (char *)0x7ffffffff000,
                                     (char *)0xffffffff80000000};
    moncontrol(0);
    pid_t child = START_CHILD(sparse());
    CHECK_EQ(child_wait(child), 0);
    check_sparse(path_in("", child));

    child = START_CHILD(with_hole());
    CHECK_EQ(child_wait(child), 0);
    read_exactly(path_in("", child), bytes, 3 * PAGE_SIZE);
    for (int i = sizeof(struct gmonhdr); i < 3 * PAGE_SIZE; i++)
        CHECK_EQ(bytes[i], i < PAGE_SIZE || i >= 2 * PAGE_SIZE);

    for (size_t i = 0; i < sizeof(bad_ones) / sizeof(*bad_ones); i++) {
        child = START_CHILD(bad(bad_ones[i]));
        CHECK_EQ(child_wait(child), 0);
        if (bad_ones[i] != (char *)0x400000) /* which is readable */
            no_file(path_in("", child));
    }
    return 0;
}
