/* Calls whose last argument may be missing, and others on file descriptors. */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/calls.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
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
    return __openat(AT_FDCWD, path, flags, mode);
}

int openat(int dirfd, const char *path, int flags, ...)
{
    mode_t mode = 0;
    va_list ap;

    if (flags & O_CREAT) {
        va_start(ap, flags);
        mode = va_arg(ap, mode_t);
        va_end(ap);
    }
    return __openat(dirfd, path, flags, mode);
}

int creat(const char *path, mode_t mode)
{
    return __openat(AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, mode);
}

/* Sets *l_start to where the lock's start counts from. */
static int make_absolute(int fd, struct flock *lock)
{
    off_t base = lock->l_whence == SEEK_CUR ? lseek(fd, 0, SEEK_CUR) : 0;
    struct stat st = {0};

    if (base < 0 || (lock->l_whence == SEEK_END && fstat(fd, &st) < 0))
        return -1;
    if (lock->l_whence != SEEK_CUR && lock->l_whence != SEEK_END)
        return 0;
    lock->l_whence = SEEK_SET;
    if (!__builtin_add_overflow(lock->l_start, base + st.st_size, &lock->l_start))
        return 0;
    errno = EOVERFLOW;
    return -1;
}

static int lock(int fd, int cmd, struct flock *user)
{
    struct flock lock = *user;

    if (make_absolute(fd, &lock) < 0 || __fcntl(fd, cmd, (long)&lock) < 0)
        return -1;
    if (cmd == F_GETLK && lock.l_type == F_UNLCK)
        user->l_type = F_UNLCK; /* POSIX: the rest stays */
    else if (cmd == F_GETLK)
        *user = lock;
    return 0;
}

int flock(int fd, int how)
{
    return __fcntl(fd, F_FLOCK, how);
}

int fcntl(int fd, int cmd, ...)
{
    long arg = 0;
    va_list ap;

    if (cmd == F_GETLK || cmd == F_SETLK || cmd == F_SETLKW) {
        va_start(ap, cmd);
        struct flock *user = va_arg(ap, struct flock *);
        va_end(ap);
        return lock(fd, cmd, user);
    }
    if (cmd == F_DUPFD || cmd == F_DUPFD_CLOEXEC || cmd == F_SETFD || cmd == F_SETFL) {
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
