/*
 * Conditions.
 *
 * A waiter reads the sequence number while it still holds the mutex, releases the mutex, and
 * sleeps as long as the number is the same.  A signal changes the number before it wakes a waiter,
 * so a waiter that is not asleep yet does not go to sleep: no wake-up is lost.  Spurious wake-ups
 * happen, as POSIX allows; callers check their condition again.
 */
#include <errno.h>
#include <limits.h>
#include <time.h>

#include "../thread.h"

#define NS_PER_S 1000000000

/* Waits until woken or for that long; 0 or ETIMEDOUT. */
static int wait_for(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *left)
{
    int seen = __atomic_load_n(&c->sequence, __ATOMIC_RELAXED), before = errno;
    unsigned depth = m->depth;

    int error = m->type == PTHREAD_MUTEX_NORMAL || m->owner == thread_self() ? 0 : EPERM;
    if (error)
        return error;
    m->depth = 0; /* a recursive mutex is released however often it is held */
    pthread_mutex_unlock(m);
    if (__futex_wait(&c->sequence, seen, left) < 0 && errno == ETIMEDOUT)
        error = ETIMEDOUT;
    pthread_mutex_lock(m);
    m->depth = depth;
    errno = before;
    return error;
}

int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m)
{
    return wait_for(c, m, NULL);
}

int pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *until)
{
    if (until->tv_nsec < 0 || until->tv_nsec >= NS_PER_S)
        return EINVAL;
    struct timespec now, left = {0, 0}; /* past: the mutex is still released once */
    if (clock_gettime(c->clock, &now) < 0)
        return errno;
    if (until->tv_sec > now.tv_sec ||
        (until->tv_sec == now.tv_sec && until->tv_nsec > now.tv_nsec)) {
        left.tv_sec = until->tv_sec - now.tv_sec;
        left.tv_nsec = until->tv_nsec - now.tv_nsec;
        if (left.tv_nsec < 0) {
            left.tv_sec--;
            left.tv_nsec += NS_PER_S;
        }
    }
    return wait_for(c, m, &left);
}

static void wake(pthread_cond_t *c, int count)
{
    __atomic_add_fetch(&c->sequence, 1, __ATOMIC_RELEASE);
    __futex_wake(&c->sequence, count);
}

int pthread_cond_signal(pthread_cond_t *c)
{
    wake(c, 1);
    return 0;
}

int pthread_cond_broadcast(pthread_cond_t *c)
{
    wake(c, INT_MAX);
    return 0;
}

int pthread_cond_init(pthread_cond_t *c, const pthread_condattr_t *attr)
{
    *c = (pthread_cond_t)PTHREAD_COND_INITIALIZER;
    if (attr)
        c->clock = attr->clock;
    return 0;
}

int pthread_cond_destroy(pthread_cond_t *c)
{
    (void)c;
    return 0;
}

int pthread_condattr_init(pthread_condattr_t *attr)
{
    attr->clock = CLOCK_REALTIME;
    return 0;
}

int pthread_condattr_destroy(pthread_condattr_t *attr)
{
    (void)attr;
    return 0;
}

int pthread_condattr_setclock(pthread_condattr_t *attr, clockid_t clock)
{
    if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC)
        return EINVAL;
    attr->clock = clock;
    return 0;
}
