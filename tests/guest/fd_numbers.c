/* Descriptors: the lowest free number, what dup2 replaces, EMFILE when all are used. */
#include "check.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

static void lowest_free(void)
{
    int a = open("/dev/null", O_RDONLY), b = dup(a), c = dup(a);
    CHECK(a >= 3);
    CHECK_EQ(b, a + 1);
    CHECK_EQ(c, a + 2);
    CHECK_EQ(close(b), 0);
    CHECK_FAILS(close(b), EBADF);
    CHECK_EQ(open("/dev/zero", O_RDONLY), b);
    CHECK_EQ(fcntl(a, F_DUPFD, c), c + 1);
    CHECK_EQ(fcntl(a, F_DUPFD, 100), 100);
    CHECK_FAILS(fcntl(a, F_DUPFD, OPEN_MAX), EINVAL);
    CHECK_FAILS(fcntl(a, F_DUPFD, -1), EINVAL);
    CHECK_EQ(close(a), 0);
    CHECK_EQ(close(b), 0);
    CHECK_EQ(close(c), 0);
    CHECK_EQ(close(c + 1), 0);
    CHECK_EQ(close(100), 0);
}

static void dup2_closes(void)
{
    char byte = 'x';
    int p[2];
    CHECK_EQ(pipe(p), 0);
    int null = open("/dev/null", O_RDWR);
    CHECK_EQ(dup2(null, p[1]), p[1]); /* the pipe has no writer any more */
    CHECK_EQ(read(p[0], &byte, 1), 0);
    CHECK_EQ(dup2(null, null), null);
    CHECK_FAILS(dup2(50, 50), EBADF);
    CHECK_FAILS(dup2(null, OPEN_MAX), EBADF);
    CHECK_FAILS(dup2(null, -1), EBADF);
    CHECK_EQ(close(p[0]), 0);
    CHECK_EQ(close(p[1]), 0);
    CHECK_EQ(close(null), 0);
}

/* When numbers run out nothing is created and nothing truncated. */
static void all_used(void)
{
    int file = open("/tmp/keep", O_CREAT | O_WRONLY, 0666);
    CHECK_EQ(write(file, "precious", 8), 8);
    close(file);
    int last = -1, fd;
    while ((fd = open("/dev/null", O_RDONLY)) >= 0)
        last = fd;
    CHECK_EQ(errno, EMFILE);
    CHECK_EQ(last, getdtablesize() - 1);
    CHECK_FAILS(open("/tmp/keep", O_WRONLY | O_TRUNC), EMFILE);
    CHECK_EQ(open("/tmp/never", O_CREAT | O_WRONLY, 0666), -1);
    CHECK_FAILS(dup(0), EMFILE);
    close(last);
    int p[2];
    CHECK_FAILS(pipe(p), EMFILE); /* there is a number for one end only */
    CHECK_EQ(open("/dev/null", O_RDONLY), last);
    for (fd = 3; fd <= last; fd++)
        close(fd);
    struct stat st;
    CHECK_EQ(stat("/tmp/keep", &st), 0);
    CHECK_EQ(st.st_size, 8);
    CHECK_FAILS(stat("/tmp/never", &st), ENOENT);
}

int main(void)
{
    lowest_free();
    dup2_closes();
    all_used();
    return 0;
}
