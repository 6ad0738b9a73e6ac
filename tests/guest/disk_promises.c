/*
 * For test_power_cuts.py, which cuts the power after each write: works on five kinds of files,
 * syncs each, says `promised N` on the console, waits there for a line, and does the next round.
 * What may be seen in /p from then on:
 *
 *     config       whole, of round N or later: written beside it and renamed over it
 *     journal      the records 1 to N, and perhaps the beginning of what comes after
 *     a/X or b/X   just one of all, X at least N, even in a and odd in b: renamed between them
 *     tree, d/tree just one of them: a directory with a file, moved back and forth
 *     big-N        whole, if N is odd by stores to a mapping; that of an earlier round may be there
 *                  or not, or in part
 *
 * By itself (without a number of rounds) it does one and waits for nobody.
 */
#include "child.h"
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>

#define BIG_BYTES 150000

static char buf[BIG_BYTES + 80];

/* The same that the host computes: lines with a number, so that no piece looks like another. */
static size_t fill(const char *what, int round, size_t nbytes)
{
    size_t n = 0;
    for (int line = 0; n < nbytes; line++)
        n += snprintf(buf + n, sizeof(buf) - n, "%s %d line %d\n", what, round, line);
    return nbytes;
}

static void put(const char *path, int flags, size_t nbytes)
{
    int fd = open(path, O_WRONLY | flags, 0666);
    CHECK(fd >= 0);
    CHECK_EQ(write(fd, buf, nbytes), nbytes);
    CHECK_EQ(fsync(fd), 0);
    CHECK_EQ(close(fd), 0);
}

/* The same with stores to a shared mapping. */
static void put_mapped(const char *path, size_t nbytes)
{
    int fd = open(path, O_RDWR | O_CREAT, 0666);
    CHECK(fd >= 0);
    CHECK_EQ(ftruncate(fd, (off_t)nbytes), 0);
    char *p = mmap(NULL, nbytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    CHECK(p != MAP_FAILED);
    memcpy(p, buf, nbytes);
    CHECK_EQ(msync(p, nbytes, MS_SYNC), 0);
    CHECK_EQ(munmap(p, nbytes), 0);
    CHECK_EQ(close(fd), 0);
}

static void sync_folder(const char *path)
{
    int fd = open(path, O_RDONLY);
    CHECK(fd >= 0);
    CHECK_EQ(fsync(fd), 0);
    CHECK_EQ(close(fd), 0);
}

static void move(const char *from, const char *to)
{
    CHECK_EQ(rename(from, to), 0);
}

static void do_round(int n)
{
    put("/p/config.new", O_CREAT | O_TRUNC, fill("config", n, 1000 + n % 5 * 12000));
    move("/p/config.new", "/p/config");
    sync_folder("/p");

    put("/p/journal", O_CREAT | O_APPEND, fill("journal", n, 3000));

    char from[32], to[32];
    sprintf(from, "/p/%c/%d", n % 2 ? 'a' : 'b', n - 1);
    sprintf(to, "/p/%c/%d", n % 2 ? 'b' : 'a', n);
    move(from, to);
    move(n % 2 ? "/p/tree" : "/p/d/tree", n % 2 ? "/p/d/tree" : "/p/tree");

    sprintf(to, "/p/big-%d", n);
    if (n % 2)
        put_mapped(to, fill("big", n, BIG_BYTES));
    else
        put(to, O_CREAT, fill("big", n, BIG_BYTES));
    sync_folder("/p");
}

int main(int argc, char **argv)
{
    int rounds = argc > 1 ? atoi(argv[1]) : 1;
    int console = open("/dev/console", O_RDONLY);
    CHECK_EQ(mkdir("/p", 0777), 0);
    CHECK_EQ(mkdir("/p/a", 0777), 0);
    CHECK_EQ(mkdir("/p/b", 0777), 0);
    CHECK_EQ(mkdir("/p/d", 0777), 0);
    CHECK_EQ(mkdir("/p/tree", 0777), 0);
    put("/p/a/0", O_CREAT, 0);
    put("/p/tree/leaf", O_CREAT, fill("leaf", 0, 50));
    for (int n = 0; n <= rounds; n++) {
        if (n > 0)
            do_round(n);
        printf("promised %d\n", n);
        fflush(stdout);
        if (argc > 1)
            CHECK(read(console, buf, 10) > 0);
        sprintf(buf, "/p/big-%d", n - 1);
        unlink(buf); /* not synced */
    }
    return 0;
}
