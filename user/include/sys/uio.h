/* Reading and writing several pieces at once (POSIX.1-2017, <sys/uio.h>). */
#ifndef _SYS_UIO_H
#define _SYS_UIO_H

#include <abi/types.h>
#include <stddef.h>

struct iovec {
    void *iov_base;
    size_t iov_len;
};

ssize_t readv(int fd, const struct iovec *iov, int n);
ssize_t writev(int fd, const struct iovec *iov, int n);

#endif
