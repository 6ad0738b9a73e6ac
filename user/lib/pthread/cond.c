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
#include "../time/clock.h"

struct waiting {
    pthread_cond_t *c;
    pthread_mutex_t *m;
    int seen;       /* the sequence number then */
    unsigned depth; /* of a recursive mutex, which is released however often it is held */
};

static void lock_again(struct waiting *w)
{
    pthread_mutex_lock(w->m);
    w->m->depth = w->depth;
}

/* A signal that was meant for this thread wakes another. */
static void cancelled(void *arg)
{
    struct waiting *w = arg;

    if (__atomic_load_n(&w->c->sequence, __ATOMIC_RELAXED) != w->seen)
        __futex_wake(&w->c->sequence, 1);
    lock_again(w);
}

/* Waits until woken or for that long; 0 or ETIMEDOUT. */
static int wait_for(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *left)
{
    struct waiting w = {c, m, __atomic_load_n(&c->sequence, __ATOMIC_RELAXED), m->depth};
    int before = errno, error = 0;

    if (m->type != PTHREAD_MUTEX_NORMAL && m->owner != lock_owner(m->shared))
        return EPERM;
    m->depth = 0;
    pthread_mutex_unlock(m);
    pthread_cleanup_push(cancelled, &w);
    if (__futex_wait_point(&c->sequence, w.seen, left) < 0 && errno == ETIMEDOUT)
        error = ETIMEDOUT;
    pthread_cleanup_pop(0);
    lock_again(&w);
    errno = before;
    return error;
}

int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m)
{
    return wait_for(c, m, NULL);
}

int pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *until)
{
    struct timespec left;
    int error = __clock_left(c->clock, until, &left); /* 0 left: the mutex is still released once */

    return error ? error : wait_for(c, m, &left);
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
    *attr = (pthread_condattr_t){CLOCK_REALTIME, PTHREAD_PROCESS_PRIVATE};
    return 0;
}

int pthread_condattr_destroy(pthread_condattr_t *attr)
{
    (void)attr;
    return 0;
}

int pthread_condattr_getclock(const pthread_condattr_t *attr, clockid_t *clock)
{
    *clock = attr->clock;
    return 0;
}

int pthread_condattr_setclock(pthread_condattr_t *attr, clockid_t clock)
{
    if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC)
        return EINVAL;
    attr->clock = clock;
    return 0;
}
