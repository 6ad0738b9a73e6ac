/* For the tests of fcntl's locks. */
#ifndef TESTS_GUEST_LOCKS_H
#define TESTS_GUEST_LOCKS_H

#include "child.h"
#include <fcntl.h>

static inline int set_lock(int fd, int cmd, short type, off_t start, off_t len)
{
    struct flock lock = {.l_type = type, .l_whence = SEEK_SET, .l_start = start, .l_len = len};
    return fcntl(fd, cmd, &lock);
}

/* The lock that is in the way of a write lock on the bytes. */
static inline struct flock get_lock(int fd, off_t start, off_t len)
{
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = start, .l_len = len};
    CHECK_EQ(fcntl(fd, F_GETLK, &lock), 0);
    return lock;
}

/* Whether a child, whose own descriptor it is, may lock the byte so. */
static inline int child_may(const char *path, short type, off_t at)
{
    pid_t pid = fork();
    if (pid == 0) {
        int fd = open(path, O_RDWR);
        _exit(set_lock(fd, F_SETLK, type, at, 1) == 0 ? 10 : errno == EAGAIN ? 11 : 12);
    }
    int status;
    CHECK_EQ(waitpid(pid, &status, 0), pid);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) < 12);
    return WEXITSTATUS(status) == 10;
}

#endif
