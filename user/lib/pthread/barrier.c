/*
 * Barriers.  The last thread of a round changes the round's number, on which the others sleep.
 * They still look at it when they wake, so pthread_barrier_destroy waits until they have left.
 */
#include <errno.h>

#include "../thread.h"

int pthread_barrier_init(pthread_barrier_t *b, const pthread_barrierattr_t *attr, unsigned count)
{
    (void)attr;
    if (count == 0 || count > INT_MAX)
        return EINVAL;
    *b = (pthread_barrier_t){.count = count};
    return 0;
}

int pthread_barrier_wait(pthread_barrier_t *b)
{
    int before = errno;

    __word_lock(&b->lock);
    int round = b->round;
    if (++b->inside == b->count) {
        b->inside = 0;
        __atomic_store_n(&b->round, round + 1, __ATOMIC_RELEASE);
        __futex_wake(&b->round, INT_MAX);
        __word_unlock(&b->lock);
        return PTHREAD_BARRIER_SERIAL_THREAD;
    }
    __atomic_add_fetch(&b->leaving, 1, __ATOMIC_RELAXED);
    __word_unlock(&b->lock);
    while (__atomic_load_n(&b->round, __ATOMIC_ACQUIRE) == round)
        __futex_wait(&b->round, round, NULL);
    if (__atomic_sub_fetch(&b->leaving, 1, __ATOMIC_RELEASE) == 0)
        __futex_wake(&b->leaving, 1); /* only its address: the memory may be gone */
    errno = before;
    return 0;
}

int pthread_barrier_destroy(pthread_barrier_t *b)
{
    int before = errno, leaving;

    __word_lock(&b->lock);
    bool used = b->inside > 0;
    __word_unlock(&b->lock);
    if (used)
        return EBUSY;
    while ((leaving = __atomic_load_n(&b->leaving, __ATOMIC_ACQUIRE)) > 0)
        __futex_wait(&b->leaving, leaving, NULL);
    errno = before;
    return 0;
}
