/* lockf locks bytes from the current position on, before it for a negative length; F_TEST and
 * F_TLOCK fail where another process has a lock. */
/* machine: det=1 cpus=1 */
#include "locks.h"

#define PATH "/tmp/f"

/* What lockf does in a child, at a byte: 0 or its error. */
static int in_child(int what, off_t at)
{
    pid_t pid = fork();
    if (pid == 0) {
        int fd = open(PATH, O_RDWR);
        CHECK_EQ(lseek(fd, at, SEEK_SET), at);
        _exit(lockf(fd, what, 1) == 0 ? 0 : errno);
    }
    int status;
    CHECK_EQ(waitpid(pid, &status, 0), pid);
    CHECK(WIFEXITED(status));
    return WEXITSTATUS(status);
}

int main(void)
{
    int fd = open(PATH, O_RDWR | O_CREAT, 0666);
    CHECK_EQ(lseek(fd, 10, SEEK_SET), 10);
    CHECK_EQ(lockf(fd, F_LOCK, 5), 0);
    CHECK_EQ(lockf(fd, F_TLOCK, -3), 0);
    CHECK_EQ(lockf(fd, F_TEST, 5), 0); /* one's own */
    CHECK_EQ(in_child(F_TEST, 6), 0);
    CHECK_EQ(in_child(F_TEST, 7), EAGAIN);
    CHECK_EQ(in_child(F_TLOCK, 14), EAGAIN);
    CHECK_EQ(in_child(F_TLOCK, 15), 0);
    CHECK_EQ(lockf(fd, F_ULOCK, 1), 0);
    CHECK_EQ(in_child(F_LOCK, 10), 0);
    CHECK_EQ(in_child(F_TEST, 11), EAGAIN);
    CHECK_FAILS(lockf(fd, 4, 1), EINVAL);
    CHECK_FAILS(lockf(-1, F_LOCK, 1), EBADF);
    return 0;
}
