/*
 * A lock is one word: 0 free, 1 held, 2 held with possible sleepers.  Taking or releasing an
 * uncontended lock costs one atomic instruction and no system call.
 *
 * A thread that had to sleep takes the lock as 2, because it cannot know whether others still
 * sleep; the cost is at most one unneeded wake-up.  A release that finds 2 wakes one sleeper.  The
 * futex compares the word and goes to sleep in one atomic step, so no wake-up is lost in between.
 */
#include <errno.h>

#include "thread.h"

bool __threaded;

void __word_lock(int *word)
{
    int seen = 0, before = errno;

    if (__atomic_compare_exchange_n(word, &seen, 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
        return;
    while (__atomic_exchange_n(word, 2, __ATOMIC_ACQUIRE) != 0)
        __futex_wait(word, 2, NULL);
    errno = before;
}

void __word_unlock(int *word)
{
    if (__atomic_exchange_n(word, 0, __ATOMIC_RELEASE) == 2)
        __futex_wake(word, 1);
}
