/*
 * Measures calls on a file of 10, 1 000 and 10 000 blocks of 4 KiB, for `make bench`, in the form
 * of bench.c.  It writes a block that is there, reads a block, and cuts off the last byte.
 */
#include "measure.h"
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

#define TIMES     100u /* for each work, at blocks evenly spaced */
#define BLOCK     4096
#define FILE_NAME "/tmp/blocks"

static char buf[BLOCK];
static off_t nbytes;

static void write_block(int fd, off_t at)
{
    must(pwrite(fd, buf, BLOCK, at) == BLOCK, "pwrite");
}

static void read_block(int fd, off_t at)
{
    must(pread(fd, buf, BLOCK, at) == BLOCK, "pread");
}

static void cut(int fd, off_t at)
{
    (void)at;
    must(ftruncate(fd, --nbytes) == 0, "ftruncate");
}

static void measure(const char *key, int fd, unsigned n, void (*work)(int fd, off_t at))
{
    sync(); /* otherwise the disk's thread works at the same time */
    work(fd, 0);
    uint64_t start = instructions();
    for (unsigned i = 0; i < TIMES; i++)
        work(fd, (off_t)((uint64_t)i * n / TIMES) * BLOCK);
    printf("%s-%u\t%llu\n", key, n, (unsigned long long)((instructions() - start) / TIMES));
}

int main(void)
{
    static const unsigned counts[] = {10, 1000, 10000};
    int fd = open(FILE_NAME, O_CREAT | O_RDWR, 0644);
    must(fd >= 0, FILE_NAME);
    for (unsigned i = 0, n = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
        for (; n < counts[i]; n++)
            write_block(fd, (off_t)n * BLOCK);
        measure("overwrite", fd, n, write_block);
        measure("pread", fd, n, read_block);
        nbytes = (off_t)n * BLOCK;
        measure("truncate", fd, n, cut);
        n -= 1; /* the block that was cut is written again */
    }
    must(close(fd) == 0 && unlink(FILE_NAME) == 0, FILE_NAME);
    return 0;
}
