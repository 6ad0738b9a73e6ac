/*
 * Locks for many readers or one writer: two counters under a short lock.  A thread that must wait
 * reads the sequence number under that lock, and sleeps as long as the number stays the same.
 *
 * A reader passes while others read, even if a writer waits: a thread may read-lock a lock twice,
 * and must not wait for a writer that waits for it.
 */
#include <errno.h>
#include <stddef.h>

#include "../thread.h"
#include "../time/clock.h"

#define A_WRITER (-1)

/* Takes it if it can: 0, EBUSY, or EDEADLK for the thread that writes. */
static int try_locked(pthread_rwlock_t *l, bool write)
{
    if (l->holders == A_WRITER)
        return l->writer == lock_owner(l->shared) ? EDEADLK : EBUSY;
    if (write && l->holders > 0)
        return EBUSY;
    if (l->holders == INT_MAX)
        return EAGAIN;
    l->holders = write ? A_WRITER : l->holders + 1;
    if (write)
        l->writer = lock_owner(l->shared);
    return 0;
}

/* Releases the short lock, and sleeps until a release of the big one or that time.  0 or an error.
 */
static int wait_locked(pthread_rwlock_t *l, const struct timespec *until)
{
    int seen = l->sequence, before = errno;
    struct timespec left;
    int error = until ? __clock_left(CLOCK_REALTIME, until, &left) : 0;

    if (!error && until && left.tv_sec == 0 && left.tv_nsec == 0)
        error = ETIMEDOUT;
    if (error)
        return error;
    l->waiters++;
    __word_unlock(&l->lock);
    __futex_wait(&l->sequence, seen, until ? &left : NULL);
    __word_lock(&l->lock);
    l->waiters--;
    errno = before;
    return 0;
}

static int lock_until(pthread_rwlock_t *l, bool write, const struct timespec *until)
{
    __word_lock(&l->lock);
    int error;
    while ((error = try_locked(l, write)) == EBUSY)
        if ((error = wait_locked(l, until)))
            break;
    __word_unlock(&l->lock);
    return error;
}

static int try_lock(pthread_rwlock_t *l, bool write)
{
    __word_lock(&l->lock);
    int error = try_locked(l, write);
    __word_unlock(&l->lock);
    return error == EDEADLK ? EBUSY : error;
}

int pthread_rwlock_rdlock(pthread_rwlock_t *l)
{
    return lock_until(l, false, NULL);
}

int pthread_rwlock_wrlock(pthread_rwlock_t *l)
{
    return lock_until(l, true, NULL);
}

int pthread_rwlock_timedrdlock(pthread_rwlock_t *l, const struct timespec *until)
{
    return lock_until(l, false, until);
}

int pthread_rwlock_timedwrlock(pthread_rwlock_t *l, const struct timespec *until)
{
    return lock_until(l, true, until);
}

int pthread_rwlock_tryrdlock(pthread_rwlock_t *l)
{
    return try_lock(l, false);
}

int pthread_rwlock_trywrlock(pthread_rwlock_t *l)
{
    return try_lock(l, true);
}

int pthread_rwlock_unlock(pthread_rwlock_t *l)
{
    int error = 0;

    __word_lock(&l->lock);
    if (l->holders == 0 || (l->holders == A_WRITER && l->writer != lock_owner(l->shared))) {
        error = EPERM;
    } else {
        l->holders = l->holders == A_WRITER ? 0 : l->holders - 1;
        if (l->holders == 0 && l->waiters > 0) {
            __atomic_add_fetch(&l->sequence, 1, __ATOMIC_RELAXED);
            __futex_wake(&l->sequence, INT_MAX);
        }
    }
    __word_unlock(&l->lock);
    return error;
}

int pthread_rwlock_init(pthread_rwlock_t *l, const pthread_rwlockattr_t *attr)
{
    *l = (pthread_rwlock_t)PTHREAD_RWLOCK_INITIALIZER;
    if (attr)
        l->shared = attr->shared;
    return 0;
}

int pthread_rwlock_destroy(pthread_rwlock_t *l)
{
    return l->holders ? EBUSY : 0;
}
