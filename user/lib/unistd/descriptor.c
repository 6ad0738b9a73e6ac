/* Calls whose last argument may be missing, and others on file descriptors. */
#include <fcntl.h>
#include <stdarg.h>
#include <sys/calls.h>
#include <sys/ioctl.h>
#include <unistd.h>

int open(const char *path, int flags, ...)
{
    mode_t mode = 0;
    va_list ap;

    if (flags & O_CREAT) {
        va_start(ap, flags);
        mode = va_arg(ap, mode_t);
        va_end(ap);
    }
    return __open(path, flags, mode);
}

int creat(const char *path, mode_t mode)
{
    return __open(path, O_WRONLY | O_CREAT | O_TRUNC, mode);
}

int fcntl(int fd, int cmd, ...)
{
    long arg = 0;
    va_list ap;

    if (cmd == F_DUPFD || cmd == F_SETFD || cmd == F_SETFL) {
        va_start(ap, cmd);
        arg = va_arg(ap, int);
        va_end(ap);
    }
    return __fcntl(fd, cmd, arg);
}

int ioctl(int fd, unsigned long request, ...)
{
    va_list ap;

    va_start(ap, request);
    void *arg = va_arg(ap, void *);
    va_end(ap);
    return __ioctl(fd, request, arg);
}

int fdatasync(int fd)
{
    return fsync(fd);
}

void sync(void)
{
    __sync();
}
