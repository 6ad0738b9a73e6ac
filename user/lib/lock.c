/*
 * A lock is one word: 0 free, 1 held, 2 held and somebody may sleep on it.  Taking and releasing a
 * lock that nobody else wants costs one atomic instruction each and no system call.
 *
 * Whoever had to sleep takes the lock as 2, because it cannot know whether others still sleep; the
 * price is at most one wake-up too many.  A release that finds 2 wakes one sleeper, and the futex
 * itself closes the gap between a sleeper's last look at the word and its sleep.
 */
#include "thread.h"

bool __threaded;

void __word_lock(int *word)
{
    int seen = 0;

    if (__atomic_compare_exchange_n(word, &seen, 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
        return;
    while (__atomic_exchange_n(word, 2, __ATOMIC_ACQUIRE) != 0)
        __futex_wait(word, 2, NULL);
}

void __word_unlock(int *word)
{
    if (__atomic_exchange_n(word, 0, __ATOMIC_RELEASE) == 2)
        __futex_wake(word, 1);
}
