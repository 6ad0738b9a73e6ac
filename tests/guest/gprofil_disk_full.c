/* gprofil: on a full disk there is no file rather than half of one; what it replaces is gone then,
 * and the status stays. */
/* machine: det=1 */
/* flags: -pg */
#define GPROFIL_TEST "gprofil_disk_full"
#include "gprofil.h"

#define NBYTES (64 * PAGE_SIZE)

static char bytes[NBYTES];
static char *buf;

/* Writes until nothing fits; returns the descriptor. */
static int fill_disk(void)
{
    int fd = open("/filler", O_RDWR | O_CREAT, 0666);
    CHECK(fd >= 0);
    for (size_t n = sizeof(bytes); n > 0;)
        if (write(fd, bytes, n) < 0)
            n /= 2;
    CHECK_EQ(errno, ENOSPC);
    return fd;
}

static pid_t end_with_7(void)
{
    pid_t child = START_CHILD({
        CHECK_EQ(gprofil(buf, NBYTES, 0, 0, 1, -1), 0);
        _exit(7);
    });
    CHECK_EQ(child_wait(child), 7 << 8);
    return child;
}

int main(void)
{
    moncontrol(0);
    buf = map_memory(NBYTES, PROT_READ | PROT_WRITE);
    memset(buf, 1, NBYTES);
    *(struct gmonhdr *)buf = (struct gmonhdr){.gh_ncnt = NBYTES};
    int fd = fill_disk();
    off_t size = lseek(fd, 0, SEEK_END);
    for (size_t room = 0; room < NBYTES; room += 9 * PAGE_SIZE) {
        CHECK_EQ(ftruncate(fd, size - room), 0);
        no_file(path_in("", end_with_7()));
    }
    /* There is room, also for the block that leads to the others, and for the totals. */
    CHECK_EQ(ftruncate(fd, size - NBYTES - 16 * PAGE_SIZE), 0);
    read_exactly(path_in("", end_with_7()), bytes, NBYTES);
    CHECK_EQ(memcmp(bytes, buf, NBYTES), 0);
    return 0;
}
