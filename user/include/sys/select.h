/* Waiting for several descriptors (POSIX.1-2017, <sys/select.h>). */
#ifndef _SYS_SELECT_H
#define _SYS_SELECT_H

#include <abi/signal.h>
#include <abi/time.h>

#define FD_SETSIZE 1024

typedef struct {
    unsigned long __bits[FD_SETSIZE / 64];
} fd_set;

#define FD_SET(fd, set)   ((void)((set)->__bits[(fd) / 64] |= 1ul << (fd) % 64))
#define FD_CLR(fd, set)   ((void)((set)->__bits[(fd) / 64] &= ~(1ul << (fd) % 64)))
#define FD_ISSET(fd, set) ((int)((set)->__bits[(fd) / 64] >> (fd) % 64 & 1))
#define FD_ZERO(set)      ((void)(*(set) = (fd_set){{0}}))

/* *timeout stays as it is. */
int select(int n, fd_set *readable, fd_set *writable, fd_set *other, struct timeval *timeout);
int pselect(int n, fd_set *readable, fd_set *writable, fd_set *other,
            const struct timespec *timeout, const sigset_t *mask);

#endif
