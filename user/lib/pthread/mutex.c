/*
 * Mutexes: the word of lock.c, plus an owner for the kinds that need one.  The owner is written
 * only by the thread that holds the mutex, so a thread that reads its own id there holds it.
 */
#include <errno.h>

#include "../thread.h"

static bool is_mine(const pthread_mutex_t *m)
{
    return __atomic_load_n(&m->owner, __ATOMIC_RELAXED) == lock_owner(m->shared);
}

static void own(pthread_mutex_t *m, pthread_t t)
{
    __atomic_store_n(&m->owner, t, __ATOMIC_RELAXED);
}

int pthread_mutex_lock(pthread_mutex_t *m)
{
    if (m->type == PTHREAD_MUTEX_NORMAL) {
        __word_lock(&m->word);
        return 0;
    }
    if (is_mine(m)) {
        if (m->type == PTHREAD_MUTEX_ERRORCHECK)
            return EDEADLK;
        m->depth++;
        return 0;
    }
    __word_lock(&m->word);
    own(m, lock_owner(m->shared));
    return 0;
}

int pthread_mutex_trylock(pthread_mutex_t *m)
{
    int seen = 0;

    if (m->type == PTHREAD_MUTEX_RECURSIVE && is_mine(m)) {
        m->depth++;
        return 0;
    }
    if (!__atomic_compare_exchange_n(&m->word, &seen, 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
        return EBUSY;
    if (m->type != PTHREAD_MUTEX_NORMAL)
        own(m, lock_owner(m->shared));
    return 0;
}

int pthread_mutex_unlock(pthread_mutex_t *m)
{
    if (m->type != PTHREAD_MUTEX_NORMAL) {
        if (!is_mine(m))
            return EPERM;
        if (m->depth > 0) {
            m->depth--;
            return 0;
        }
        own(m, NULL);
    }
    __word_unlock(&m->word);
    return 0;
}

int pthread_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *attr)
{
    *m = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
    if (attr) {
        m->type = attr->type;
        m->shared = attr->shared;
    }
    return 0;
}

int pthread_mutex_destroy(pthread_mutex_t *m)
{
    return __atomic_load_n(&m->word, __ATOMIC_RELAXED) ? EBUSY : 0;
}

int pthread_mutexattr_init(pthread_mutexattr_t *attr)
{
    *attr = (pthread_mutexattr_t){PTHREAD_MUTEX_DEFAULT, PTHREAD_PROCESS_PRIVATE};
    return 0;
}

int pthread_mutexattr_destroy(pthread_mutexattr_t *attr)
{
    (void)attr;
    return 0;
}

int pthread_mutexattr_settype(pthread_mutexattr_t *attr, int type)
{
    if (type < PTHREAD_MUTEX_NORMAL || type > PTHREAD_MUTEX_ERRORCHECK)
        return EINVAL;
    attr->type = type;
    return 0;
}
