/*
 * Futexes: sleeping until another thread, which uses the same word, signals that it has changed.
 * The word is in memory of one process or in shared memory, wherever the processes map that.
 */
#ifndef PROC_FUTEX_H
#define PROC_FUTEX_H

#include <stdint.h>

struct space;

/* Which word. */
struct futex {
    const void *owner; /* the space, or the page of shared memory */
    uint64_t addr;     /* in the owner */
};

/* The futex at a user address.  May sleep. */
struct futex futex_at(struct space *space, uint64_t addr);

/* Sleeps if the word at user address addr is `expected`: 0 when woken.  -EAGAIN: it is not;
 * -ETIMEDOUT: clock_now_ns() has reached deadline_ns; -EINVAL: addr is not a multiple of 4;
 * -EFAULT; -EINTR. */
int futex_wait(struct space *space, uint64_t addr, uint32_t expected, uint64_t deadline_ns);

/* Wakes up to `max` sleepers, longest first; returns how many.  Never sleeps. */
int futex_wake(struct futex futex, int max);

#endif
