/* Calls on the file of a descriptor, where the kernel has one for a path that may be missing. */
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <sys/calls.h>
#include <sys/stat.h>
#include <unistd.h>

/* AT_FDCWD is no descriptor: the kernel would take the missing path for a bad address. */
static int is_descriptor(int fd)
{
    if (fd >= 0)
        return 1;
    errno = EBADF;
    return 0;
}

int fchmod(int fd, mode_t mode)
{
    return is_descriptor(fd) ? fchmodat(fd, NULL, mode, 0) : -1;
}

int fchdir(int fd)
{
    return is_descriptor(fd) ? __chdir(fd, NULL) : -1;
}

int futimens(int fd, const struct timespec times[2])
{
    return is_descriptor(fd) ? utimensat(fd, NULL, times, 0) : -1;
}
