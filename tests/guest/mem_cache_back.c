/* The disk cache's memory is reclaimed when programs, or fork, find no other; and the disk can be
 * read all the while. */
/* machine: det=1 cpus=2 mem=24M */
#include "pages_available.h"

#define BYTES (5 << 20) /* nearly all that the cache takes, a quarter of the memory */

static char buf[64 * 1024];

static void write_file(void)
{
    int fd = open("/big", O_WRONLY | O_CREAT | O_TRUNC, 0666);
    CHECK(fd >= 0);
    for (int i = 0; i < BYTES; i += sizeof(buf)) {
        memset(buf, i / sizeof(buf), sizeof(buf));
        CHECK_EQ(write(fd, buf, sizeof(buf)), sizeof(buf));
    }
    CHECK_EQ(close(fd), 0);
    sync();
}

static void read_file(void)
{
    int fd = open("/big", O_RDONLY);
    CHECK(fd >= 0);
    for (int i = 0; i < BYTES; i += sizeof(buf)) {
        CHECK_EQ(read(fd, buf, sizeof(buf)), sizeof(buf));
        CHECK_EQ(buf[0], (char)(i / sizeof(buf)));
        CHECK_EQ(buf[sizeof(buf) - 1], (char)(i / sizeof(buf)));
    }
    CHECK_EQ(close(fd), 0);
}

/* All memory is in use when it reads and when it forks; then it frees some. */
static void without_memory(void)
{
    memset(buf, 'o', sizeof(buf)); /* its own pages from now on */
    filler = map_memory(FILLER, PROT_READ | PROT_WRITE);
    zero = open("/dev/zero", O_RDONLY);
    size_t n = use_pages(0, FILLER / PAGE_SIZE);
    read_file();
    CHECK_FAILS(fork(), ENOMEM);
    free_pages(n - BYTES / PAGE_SIZE, BYTES / PAGE_SIZE);
    read_file();
    CHECK_EQ(IN_CHILD(memset(buf, 'c', sizeof(buf))), 0);
}

int main(void)
{
    size_t before = pages_at_start();
    write_file();
    check_freed(before, "a file was written");
    read_file();
    check_freed(before, "a file was read");
    CHECK_EQ(IN_CHILD(without_memory()), 0);
    read_file();
    CHECK_EQ(unlink("/big"), 0);
    return 0;
}
