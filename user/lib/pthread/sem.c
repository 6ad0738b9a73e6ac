/*
 * Semaphores.
 *
 * A thread that finds 0 sleeps on the value, which sem_post increments before it looks for waiters;
 * a thread counts as a waiter before it looks at the value again.  So either the post sees the
 * waiter, or the waiter sees the value, and no wake-up is lost.  Both are sequentially consistent.
 */
#include <errno.h>
#include <semaphore.h>
#include <stddef.h>

#include "../thread.h"
#include "../time/clock.h"

static int fails(int error)
{
    errno = error;
    return -1;
}

int sem_init(sem_t *sem, int shared, unsigned value)
{
    (void)shared; /* the kernel knows of the memory */
    if (value > SEM_VALUE_MAX)
        return fails(EINVAL);
    *sem = (sem_t){(int)value, 0};
    return 0;
}

int sem_destroy(sem_t *sem)
{
    return sem->waiters > 0 ? fails(EBUSY) : 0;
}

int sem_post(sem_t *sem)
{
    int value = __atomic_load_n(&sem->value, __ATOMIC_RELAXED);

    do
        if (value == SEM_VALUE_MAX)
            return fails(EOVERFLOW);
    while (!__atomic_compare_exchange_n(&sem->value, &value, value + 1, false, __ATOMIC_SEQ_CST,
                                        __ATOMIC_RELAXED));
    if (__atomic_load_n(&sem->waiters, __ATOMIC_SEQ_CST) > 0)
        __futex_wake(&sem->value, 1);
    return 0;
}

int sem_trywait(sem_t *sem)
{
    int value = __atomic_load_n(&sem->value, __ATOMIC_SEQ_CST);

    do
        if (value == 0)
            return fails(EAGAIN);
    while (!__atomic_compare_exchange_n(&sem->value, &value, value - 1, false, __ATOMIC_SEQ_CST,
                                        __ATOMIC_SEQ_CST));
    return 0;
}

/* A cancelled thread: a post that was meant for it wakes another. */
static void give_up(void *arg)
{
    sem_t *sem = arg;

    __atomic_fetch_sub(&sem->waiters, 1, __ATOMIC_SEQ_CST);
    if (__atomic_load_n(&sem->value, __ATOMIC_SEQ_CST) > 0)
        __futex_wake(&sem->value, 1);
}

/* until NULL: for ever.  The time matters only if the thread has to sleep (POSIX). */
int sem_timedwait(sem_t *sem, const struct timespec *until)
{
    int before = errno, error = 0;

    __atomic_fetch_add(&sem->waiters, 1, __ATOMIC_SEQ_CST);
    pthread_cleanup_push(give_up, sem);
    while (!error && sem_trywait(sem) < 0) {
        struct timespec left;

        error = until ? __clock_left(CLOCK_REALTIME, until, &left) : 0;
        if (!error && __futex_wait_point(&sem->value, 0, until ? &left : NULL) < 0 &&
            errno != EAGAIN)
            error = errno;
    }
    pthread_cleanup_pop(0);
    __atomic_fetch_sub(&sem->waiters, 1, __ATOMIC_SEQ_CST);
    errno = before;
    return error ? fails(error) : 0;
}

int sem_wait(sem_t *sem)
{
    return sem_timedwait(sem, NULL);
}

int sem_getvalue(sem_t *sem, int *value)
{
    *value = __atomic_load_n(&sem->value, __ATOMIC_RELAXED);
    return 0;
}
