/*
 * A lock is one word.  Taking or releasing an uncontended lock costs one atomic instruction and no
 * system call.
 *
 * A thread that had to sleep takes the lock as CONTENDED, because it cannot know whether others
 * still sleep; the cost is at most one unneeded wake-up.  A release that finds CONTENDED wakes one
 * sleeper.  The futex compares the word and goes to sleep in one atomic step, so no wake-up is lost
 * in between.
 *
 * The thread that is woken may find that another was faster: handing each lock over would cost a
 * switch for each release.  But a thread that was woken too late for PATIENCE_NS makes the lock
 * STARVED, and the next release hands the lock over: HANDED is free only for threads that have
 * slept, and one of these is awake.
 */
#include <errno.h>
#include <stdint.h>
#include <time.h>

#include "thread.h"

#define PATIENCE_NS 5000000

enum { FREE, HELD, CONTENDED, STARVED, HANDED };

bool __threaded;

static bool replace(int *word, int seen, int by)
{
    return __atomic_compare_exchange_n(word, &seen, by, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

static int64_t now_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000 + now.tv_nsec;
}

/* Takes the lock if it is free, or sleeps until it may be; whether it has the lock. */
static bool take_or_sleep(int *word, bool slept, bool starves)
{
    int seen = __atomic_load_n(word, __ATOMIC_RELAXED);

    if (seen == FREE || (seen == HANDED && slept))
        return replace(word, seen, CONTENDED);
    if (seen == HELD || (seen == CONTENDED && starves)) {
        int held = starves ? STARVED : CONTENDED;
        if (!replace(word, seen, held))
            return false;
        seen = held;
    }
    __futex_wait(word, seen, NULL);
    return false;
}

void __word_lock(int *word)
{
    int before = errno;
    int64_t late_ns = 0; /* when it was first woken and another was faster */
    bool starves = false;

    if (replace(word, FREE, HELD))
        return;
    while (!take_or_sleep(word, late_ns > 0, starves)) {
        int64_t now = now_ns();
        if (late_ns == 0)
            late_ns = now;
        starves = now - late_ns > PATIENCE_NS;
    }
    errno = before;
}

void __word_unlock(int *word)
{
    int seen = __atomic_load_n(word, __ATOMIC_RELAXED);

    while (!__atomic_compare_exchange_n(word, &seen, seen == STARVED ? HANDED : FREE, false,
                                        __ATOMIC_RELEASE, __ATOMIC_RELAXED))
        continue;
    if (seen > HELD)
        __futex_wake(word, 1);
}
