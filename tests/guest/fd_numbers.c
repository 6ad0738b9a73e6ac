/* Descriptors: the lowest free number, dup, dup2, fcntl, EMFILE, close-on-exec. */
#include "check.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char *self;

static void lowest_free(void)
{
    int a = open("/dev/null", O_RDONLY), b = dup(a), c = dup(a);
    CHECK(a >= 3);
    CHECK_EQ(b, a + 1);
    CHECK_EQ(c, a + 2);
    CHECK_EQ(close(b), 0);
    CHECK_EQ(close(b), -1);
    CHECK_EQ(errno, EBADF);
    CHECK_EQ(open("/dev/zero", O_RDONLY), b);
    CHECK_EQ(fcntl(a, F_DUPFD, c), c + 1);
    CHECK_EQ(fcntl(a, F_DUPFD, 100), 100);
    CHECK_EQ(fcntl(a, F_DUPFD, OPEN_MAX), -1);
    CHECK_EQ(errno, EINVAL);
    CHECK_EQ(fcntl(a, F_DUPFD, -1), -1);
    CHECK_EQ(errno, EINVAL);
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
    CHECK_EQ(dup2(50, 50), -1);
    CHECK_EQ(errno, EBADF);
    CHECK_EQ(dup2(null, OPEN_MAX), -1);
    CHECK_EQ(errno, EBADF);
    CHECK_EQ(dup2(null, -1), -1);
    CHECK_EQ(errno, EBADF);
    CHECK_EQ(close(p[0]), 0);
    CHECK_EQ(close(p[1]), 0);
    CHECK_EQ(close(null), 0);
}

/* When numbers run out nothing is created and nothing truncated. */
static void all_used(void)
{
    int file = open("/tmp/keep", O_CREAT | O_WRONLY, 0666), p[2];
    CHECK_EQ(write(file, "precious", 8), 8);
    close(file);
    int last = -1, fd;
    while ((fd = open("/dev/null", O_RDONLY)) >= 0)
        last = fd;
    CHECK_EQ(errno, EMFILE);
    CHECK_EQ(last, OPEN_MAX - 1);
    CHECK_EQ(open("/tmp/keep", O_WRONLY | O_TRUNC), -1);
    CHECK_EQ(errno, EMFILE);
    CHECK_EQ(open("/tmp/never", O_CREAT | O_WRONLY, 0666), -1);
    CHECK_EQ(dup(0), -1);
    CHECK_EQ(errno, EMFILE);
    close(last);
    CHECK_EQ(pipe(p), -1); /* there is a number for one end only */
    CHECK_EQ(errno, EMFILE);
    CHECK_EQ(open("/dev/null", O_RDONLY), last);
    for (fd = 3; fd < OPEN_MAX; fd++)
        close(fd);
    struct stat st;
    CHECK_EQ(stat("/tmp/keep", &st), 0);
    CHECK_EQ(st.st_size, 8);
    CHECK_EQ(stat("/tmp/never", &st), -1);
    CHECK_EQ(errno, ENOENT);
}

static void flags(void)
{
    int fd = open("/dev/null", O_RDWR | O_CLOEXEC | O_CREAT, 0666);
    CHECK_EQ(fcntl(fd, F_GETFD), FD_CLOEXEC);
    CHECK_EQ(fcntl(fd, F_GETFL), O_RDWR);
    int copy = dup(fd);
    CHECK_EQ(fcntl(copy, F_GETFD), 0); /* of the number, not of the file */
    CHECK_EQ(fcntl(copy, F_SETFL, O_NONBLOCK | O_WRONLY | O_CREAT), 0);
    CHECK_EQ(fcntl(fd, F_GETFL), O_RDWR | O_NONBLOCK);
    CHECK_EQ(fcntl(fd, F_SETFD, 0), 0);
    CHECK_EQ(fcntl(fd, F_GETFD), 0);
    CHECK_EQ(fcntl(fd, 77, 0), -1);
    CHECK_EQ(errno, EINVAL);
    CHECK_EQ(close(fd), 0);
    CHECK_EQ(close(copy), 0);
}

static void exec_closes(void)
{
    int stays = open("/dev/null", O_RDONLY), goes = open("/dev/null", O_RDONLY | O_CLOEXEC);
    CHECK_EQ(stays, 3);
    CHECK_EQ(goes, 4);
    pid_t pid = fork();
    if (pid == 0) {
        CHECK_EQ(fcntl(goes, F_GETFD), FD_CLOEXEC);
        execl(self, self, "child", NULL);
        FAIL("exec: %s", strerror(errno));
    }
    int status;
    CHECK_EQ(waitpid(pid, &status, 0), pid);
    CHECK_EQ(status, 0);
}

int main(int argc, char **argv)
{
    self = argv[0];
    if (argc > 1) {
        CHECK_EQ(fcntl(3, F_GETFD), 0);
        CHECK_EQ(fcntl(4, F_GETFD), -1);
        return 0;
    }
    lowest_free();
    dup2_closes();
    all_used();
    flags();
    exec_closes();
    return 0;
}
