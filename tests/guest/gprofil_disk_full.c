/* gprofil: on a full disk there is no file rather than half of one, and no block is lost; with just
 * the room that it needs there is one.  The status stays. */
/* machine: det=1 */
/* flags: -pg */
#define GPROFIL_TEST "gprofil_disk_full"
#include "gprofil.h"
#include <sys/kstat.h>

#define NBYTES (64 * PAGE_SIZE)
#define BLOCKS (64 + 1 + 1) /* with the totals, and what leads to the others */

static char bytes[NBYTES];
static char *buf;
static int filler, more;
static uint64_t full; /* the blocks in use when all are */

static uint64_t used_blocks(void)
{
    struct kstat st;
    CHECK_EQ(kstat(&st, 0), 0);
    return st.ks_disk_blocks;
}

/* Writes until nothing fits; returns the descriptor. */
static int fill_disk(const char *path)
{
    int fd = open(path, O_RDWR | O_CREAT, 0666);
    CHECK(fd >= 0);
    for (size_t n = sizeof(bytes); n > 0;)
        if (write(fd, bytes, n) < 0)
            n /= 2;
    CHECK_EQ(errno, ENOSPC);
    return fd;
}

/* As many blocks are free.  The filler may give back one more, that led to the others. */
static void make_room(size_t blocks)
{
    off_t size = lseek(filler, 0, SEEK_END);
    CHECK_EQ(ftruncate(filler, size - (off_t)(blocks - (full - used_blocks())) * PAGE_SIZE), 0);
    if (full - used_blocks() > blocks)
        CHECK_EQ(write(more, bytes, PAGE_SIZE), PAGE_SIZE);
    CHECK_EQ(full - used_blocks(), blocks);
}

/* Behind a tick, so that there are totals in each file. */
static pid_t end_with_7(void)
{
    pid_t child = START_CHILD({
        CHECK_EQ(gprofil(buf, NBYTES, 0, 0, 1, -1), 0);
        while (prof_now().ps_outside == 0)
            prof_spin(SPIN_TURNS);
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
    filler = fill_disk("/filler");
    more = fill_disk("/more"); /* where the filler would have needed two */
    full = used_blocks();
    for (size_t room = 0; room < BLOCKS; room += room + 9 < BLOCKS ? 9 : 1) {
        make_room(room);
        no_file(path_in("", end_with_7()));
        CHECK_EQ(full - used_blocks(), room);
    }
    make_room(BLOCKS);
    read_exactly(path_in("", end_with_7()), bytes, NBYTES);
    CHECK_EQ(full, used_blocks());
    CHECK_EQ(memcmp(bytes, buf, NBYTES), 0);
    return 0;
}
