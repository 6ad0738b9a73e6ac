/*
 * Futexes: sleeping until another thread of the same space signals that a word has changed.
 */
#ifndef PROC_FUTEX_H
#define PROC_FUTEX_H

#include <stdint.h>

struct space;

/* Sleeps if the word at user address addr is `expected`: 0 when woken.  -EAGAIN: it is not;
 * -ETIMEDOUT: clock_now_ns() has reached deadline_ns; -EINVAL: addr is not a multiple of 4;
 * -EFAULT; -EINTR. */
int futex_wait(struct space *space, uint64_t addr, uint32_t expected, uint64_t deadline_ns);

/* Wakes up to `max` sleepers, longest first; returns how many.  Never sleeps. */
int futex_wake(struct space *space, uint64_t addr, int max);

#endif
