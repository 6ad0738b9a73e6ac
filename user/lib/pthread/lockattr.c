/* Attributes of locks.  A mutex has no priority. */
#include <errno.h>

#include "../thread.h"

/* pthread_NAMEattr_init and so on, for the kinds of locks that have this attribute alone. */
#define ATTRIBUTES(name)                                           \
    int pthread_##name##attr_init(pthread_##name##attr_t *attr)    \
    {                                                              \
        attr->shared = 0;                                          \
        return 0;                                                  \
    }                                                              \
    int pthread_##name##attr_destroy(pthread_##name##attr_t *attr) \
    {                                                              \
        (void)attr;                                                \
        return 0;                                                  \
    }                                                              \
    SHARED(name)

#define SHARED(name)                                                                     \
    int pthread_##name##attr_getpshared(const pthread_##name##attr_t *attr, int *shared) \
    {                                                                                    \
        *shared = attr->shared;                                                          \
        return 0;                                                                        \
    }                                                                                    \
    int pthread_##name##attr_setpshared(pthread_##name##attr_t *attr, int shared)        \
    {                                                                                    \
        if (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED)       \
            return EINVAL;                                                               \
        attr->shared = shared;                                                           \
        return 0;                                                                        \
    }

ATTRIBUTES(rwlock)
ATTRIBUTES(barrier)
SHARED(mutex)
SHARED(cond)

int pthread_mutexattr_gettype(const pthread_mutexattr_t *attr, int *type)
{
    *type = attr->type;
    return 0;
}

int pthread_mutexattr_getprotocol(const pthread_mutexattr_t *attr, int *protocol)
{
    (void)attr;
    *protocol = PTHREAD_PRIO_NONE;
    return 0;
}

int pthread_mutexattr_setprotocol(pthread_mutexattr_t *attr, int protocol)
{
    (void)attr;
    if (protocol == PTHREAD_PRIO_INHERIT || protocol == PTHREAD_PRIO_PROTECT)
        return ENOTSUP;
    return protocol == PTHREAD_PRIO_NONE ? 0 : EINVAL;
}

int pthread_mutexattr_getrobust(const pthread_mutexattr_t *attr, int *robust)
{
    (void)attr;
    *robust = PTHREAD_MUTEX_STALLED;
    return 0;
}

int pthread_mutexattr_setrobust(pthread_mutexattr_t *attr, int robust)
{
    (void)attr;
    return robust == PTHREAD_MUTEX_STALLED ? 0 : robust == PTHREAD_MUTEX_ROBUST ? ENOTSUP : EINVAL;
}
