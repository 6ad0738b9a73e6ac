/*
 * readv and writev: one read or write of all pieces, through a buffer, so that a call is as atomic
 * as read and write are.
 */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#define SMALL 1024 /* bytes that need no malloc */

/* The bytes of all pieces, or -1 with EINVAL. */
static ssize_t total_of(const struct iovec *iov, int n)
{
    size_t total = 0;

    if (n <= 0 || n > IOV_MAX)
        total = SSIZE_MAX + 1ul;
    for (int i = 0; i < n && total <= SSIZE_MAX; i++)
        total = iov[i].iov_len > SSIZE_MAX - total ? SSIZE_MAX + 1ul : total + iov[i].iov_len;
    if (total <= SSIZE_MAX)
        return total;
    errno = EINVAL;
    return -1;
}

ssize_t readv(int fd, const struct iovec *iov, int n)
{
    ssize_t total = total_of(iov, n);
    if (total < 0)
        return -1;
    char small[SMALL], *buf = total > SMALL ? malloc(total) : small;
    if (!buf)
        return -1;
    ssize_t got = read(fd, buf, total);
    size_t done = 0;
    for (int i = 0; got > 0 && done < (size_t)got; i++) {
        size_t m = got - done < iov[i].iov_len ? got - done : iov[i].iov_len;
        memcpy(iov[i].iov_base, buf + done, m);
        done += m;
    }
    if (buf != small)
        free(buf);
    return got;
}

ssize_t writev(int fd, const struct iovec *iov, int n)
{
    ssize_t total = total_of(iov, n);
    if (total < 0)
        return -1;
    char small[SMALL], *buf = total > SMALL ? malloc(total) : small;
    if (!buf)
        return -1;
    char *end = buf;
    for (int i = 0; i < n; i++)
        end = (char *)memcpy(end, iov[i].iov_base, iov[i].iov_len) + iov[i].iov_len;
    ssize_t put = write(fd, buf, total);
    if (buf != small)
        free(buf);
    return put;
}
