/*
 * Allocations that fail when they are asked to, for tests: kfail(2) (abi/kstat.h).  Each function
 * that may run out of memory asks fail_here() first.
 *
 * May be called with locks held and from interrupts.  None sleeps.
 */
#ifndef MM_FAIL_H
#define MM_FAIL_H

#include <stdbool.h>
#include <stdint.h>

extern bool fail_counts;

bool fail_count(void); /* inside fail_here() */

/* Whether this allocation must fail. */
static inline bool fail_here(void)
{
    return __builtin_expect(__atomic_load_n(&fail_counts, __ATOMIC_RELAXED), false) && fail_count();
}

/* From now on counts allocations for which is_counted() says so, and the n-th fails (n > 0), or
 * what the flags say.  n = 0: none.  Returns what kfail(2) does, or -ENOSPC. */
int64_t fail_set(uint64_t n, unsigned flags, bool (*is_counted)(void));

#endif
