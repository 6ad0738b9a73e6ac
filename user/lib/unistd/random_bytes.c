/* getrandom and getentropy, which read /dev/urandom. */
#include <errno.h>
#include <fcntl.h>
#include <sys/random.h>
#include <unistd.h>

#define ENTROPY_MAX 256

ssize_t getrandom(void *buf, size_t n, unsigned flags)
{
    if (flags & ~(GRND_NONBLOCK | GRND_RANDOM)) {
        errno = EINVAL;
        return -1;
    }
    int fd = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return -1;
    ssize_t got = read(fd, buf, n);
    int error = errno;
    close(fd);
    errno = error;
    return got;
}

int getentropy(void *buf, size_t n)
{
    if (n > ENTROPY_MAX) {
        errno = EIO;
        return -1;
    }
    return getrandom(buf, n, 0) == (ssize_t)n ? 0 : -1;
}
