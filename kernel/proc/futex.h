/*
 * Futexes: sleeping until another thread of the same space says that a word changed.
 */
#ifndef PROC_FUTEX_H
#define PROC_FUTEX_H

#include <stdint.h>

struct space;

/* Sleeps if the word at user address addr holds `expected`: 0 when woken; -EAGAIN it does not,
 * -EFAULT, -EINVAL (address not a multiple of 4), -ETIMEDOUT (clock_now_ns() reached deadline_ns),
 * -EINTR. */
int futex_wait(struct space *space, uint64_t addr, uint32_t expected, uint64_t deadline_ns);

/* Wakes up to `max` sleepers, longest first; returns how many.  Never sleeps. */
int futex_wake(struct space *space, uint64_t addr, int max);

#endif
