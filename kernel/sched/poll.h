/*
 * Waiting until one of several files is ready, for poll(2).
 *
 * All pollers share one queue, and look at their files again when any file has changed.
 *
 * A file that may have become ready calls poll_changed() after the change, under the lock that a
 * look takes: so a look sees the change, or the change sees the poller.
 */
#ifndef SCHED_POLL_H
#define SCHED_POLL_H

#include <stddef.h>
#include <stdint.h>

struct pollfd;

/* Calls look() until that returns how many files are ready, or an error, and returns it; sleeps in
 * between.  0 at deadline_ns; -EINTR, as waitq_sleep_until(). */
int poll_wait(int (*look)(struct pollfd *fds, size_t n), struct pollfd *fds, size_t n,
              uint64_t deadline_ns);

/* From anywhere.  An atomic load while nobody polls. */
void poll_changed(void);

#endif
