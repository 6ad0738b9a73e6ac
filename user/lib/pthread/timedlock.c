/*
 * Taking a lock until a time.  A thread that may give up takes no part in the turns of lock.c: it
 * asks for none, and takes a lock that is handed over as CONTENDED, which ends them.
 */
#include <errno.h>
#include <time.h>

#include "../lock.h"
#include "../thread.h"
#include "../time/clock.h"

static bool replace(int *word, int seen, int by)
{
    return __atomic_compare_exchange_n(word, &seen, by, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

/* Sleeps while the word is as seen, and not beyond `until': 0, or an error that ends the wait. */
static int sleep_until(int *word, int seen, const struct timespec *until)
{
    struct timespec left;
    int error = __clock_left(CLOCK_REALTIME, until, &left);

    if (error)
        return error;
    if (left.tv_sec == 0 && left.tv_nsec == 0)
        return ETIMEDOUT;
    if (seen == HANDED && (left.tv_sec > 0 || left.tv_nsec > PATIENCE_NS))
        left = (struct timespec){0, PATIENCE_NS};
    __futex_wait(word, seen, &left);
    return 0;
}

static int word_lock_until(int *word, const struct timespec *until)
{
    int before = errno, error = 0;
    bool slept = false;

    if (replace(word, FREE, HELD))
        return 0;
    while (!error) {
        int seen = __atomic_load_n(word, __ATOMIC_RELAXED);

        if (seen == FREE || (seen == HANDED && slept)) {
            if (replace(word, seen, CONTENDED))
                break;
        } else if (seen != HELD || replace(word, HELD, CONTENDED)) {
            error = sleep_until(word, seen == HELD ? CONTENDED : seen, until);
            slept = true;
        }
    }
    errno = before;
    return error;
}

int pthread_mutex_timedlock(pthread_mutex_t *m, const struct timespec *until)
{
    if (m->type == PTHREAD_MUTEX_ERRORCHECK &&
        __atomic_load_n(&m->owner, __ATOMIC_RELAXED) == lock_owner(m->shared))
        return EDEADLK;
    int error = pthread_mutex_trylock(m);
    if (error != EBUSY)
        return error;
    error = word_lock_until(&m->word, until);
    if (!error && m->type != PTHREAD_MUTEX_NORMAL)
        __atomic_store_n(&m->owner, lock_owner(m->shared), __ATOMIC_RELAXED);
    return error;
}
