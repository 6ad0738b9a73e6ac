/* Waiting for several files (POSIX.1-2017, <poll.h>). */
#ifndef _POLL_H
#define _POLL_H

#include <abi/poll.h>
#include <abi/signal.h>
#include <abi/time.h>
#include <stddef.h>

typedef size_t nfds_t;

int poll(struct pollfd fds[], nfds_t n, int timeout_ms); /* -1: without end */
int ppoll(struct pollfd *fds, nfds_t n, const struct timespec *timeout, const sigset_t *mask);

#endif
