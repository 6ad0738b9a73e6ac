/* Duplicates of descriptors, and pipes, by the calls that take flags. */
#include <errno.h>
#include <sys/calls.h>
#include <unistd.h>

int dup2(int fd, int to)
{
    return __dup3(fd, to, 0);
}

int dup3(int fd, int to, int flags)
{
    if (fd != to)
        return __dup3(fd, to, flags);
    errno = EINVAL;
    return -1;
}

int pipe(int fds[2])
{
    return pipe2(fds, 0);
}
