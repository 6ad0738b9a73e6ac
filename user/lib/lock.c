/*
 * A lock is one word.  Taking or releasing an uncontended lock costs one atomic instruction and no
 * system call.
 *
 * A thread that had to sleep takes the lock as CONTENDED, because it cannot know whether others
 * still sleep; the cost is at most one unneeded wake-up.  A release that finds CONTENDED wakes one
 * sleeper.  The futex compares the word and goes to sleep in one atomic step, so no wake-up is lost
 * in between: while a thread sleeps, the word is more than HELD, or a woken thread will look at it.
 *
 * Problem: the woken thread may find that another was faster.  To hand over each lock would cost a
 * switch for each release.  To hand over none would let a thread lose for ever.  So a thread that
 * has lost for PATIENCE_NS makes the lock STARVED.  Its release hands it over: it makes the lock
 * HANDED, which is free only for a thread that has slept, and wakes the longest sleeper.  That
 * thread takes the lock as STARVED again.  These turns end at the thread that began them, which
 * takes the lock as CONTENDED.  It waits as long as the turns last, so a release always finds a
 * thread that will take the lock.
 *
 *     word         free for     taken as                 its release makes it
 *     FREE         all          HELD; CONTENDED by a
 *                               thread that slept
 *     HELD                                               FREE
 *     CONTENDED                                          FREE, and wakes one sleeper
 *     STARVED                                            HANDED, and wakes one sleeper
 *     HANDED       threads      STARVED; CONTENDED by
 *                  that slept   the thread that began
 *
 * The thread that should take the lock may be missing.  fork copies a lock that is STARVED or
 * HANDED, and the child has one thread.  Or a signal handler runs in the woken thread, and wants
 * the lock itself.  So nobody sleeps on HANDED for longer than PATIENCE_NS.  A thread that has
 * slept so long takes the lock as CONTENDED, and so ends the turns.  If the thread that began them
 * still waits, it begins again.
 *
 * A release does not touch the word again: the next owner may free the lock's memory.
 */
#include <errno.h>
#include <stdint.h>
#include <time.h>

#include "lock.h"
#include "thread.h"

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

/* Sleeps while the word is as seen: 0 or an error. */
static int sleep_on(int *word, int seen)
{
    static const struct timespec patience = {.tv_nsec = PATIENCE_NS};
    int failed = __futex_wait(word, seen, seen == HANDED ? &patience : NULL);

    return failed ? thread_self()->error : 0;
}

static __attribute__((noinline)) void lock_slowly(int *word)
{
    int before = thread_self()->error; /* errno */
    bool slept = false, starves = false, ends_turns = false;
    int64_t late_ns = 0; /* when it was first woken */

    for (;;) {
        int seen = __atomic_load_n(word, __ATOMIC_RELAXED), held = starves ? STARVED : CONTENDED;
        if (seen == FREE || (seen == HANDED && slept)) {
            if (replace(word, seen, seen == FREE || ends_turns ? CONTENDED : STARVED))
                break;
            continue;
        }
        if (seen < held) {
            if (!replace(word, seen, held))
                continue;
            seen = held;
            ends_turns |= starves;
        }
        int error = sleep_on(word, seen);
        if (error == EAGAIN)
            continue;
        ends_turns |= error == ETIMEDOUT;
        int64_t now = now_ns();
        if (!slept)
            late_ns = now;
        slept = true;
        starves = now - late_ns > PATIENCE_NS;
    }
    thread_self()->error = before;
}

void __word_lock(int *word)
{
    if (!replace(word, FREE, HELD))
        lock_slowly(word);
}

/* Sleepers change HELD to CONTENDED, and CONTENDED to STARVED. */
void __word_unlock(int *word)
{
    if (replace(word, HELD, FREE))
        return;
    if (!replace(word, CONTENDED, FREE))
        replace(word, STARVED, HANDED);
    __futex_wake(word, 1);
}
