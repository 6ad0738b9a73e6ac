/* Scheduling of threads: one policy with one priority, so these accept nothing else. */
#include <errno.h>
#include <sched.h>

#include "../thread.h"

int pthread_attr_setinheritsched(pthread_attr_t *attr, int inherit)
{
    if (inherit != PTHREAD_INHERIT_SCHED && inherit != PTHREAD_EXPLICIT_SCHED)
        return EINVAL;
    attr->inherit = inherit;
    return 0;
}

int pthread_attr_getinheritsched(const pthread_attr_t *attr, int *inherit)
{
    *inherit = attr->inherit;
    return 0;
}

int pthread_attr_setschedpolicy(pthread_attr_t *attr, int policy)
{
    (void)attr;
    return policy == SCHED_OTHER ? 0 : EINVAL;
}

int pthread_attr_getschedpolicy(const pthread_attr_t *attr, int *policy)
{
    (void)attr;
    *policy = SCHED_OTHER;
    return 0;
}

int pthread_attr_setschedparam(pthread_attr_t *attr, const struct sched_param *param)
{
    (void)attr;
    return param->sched_priority == 0 ? 0 : ENOTSUP;
}

int pthread_attr_getschedparam(const pthread_attr_t *attr, struct sched_param *param)
{
    (void)attr;
    param->sched_priority = 0;
    return 0;
}

int pthread_attr_setscope(pthread_attr_t *attr, int scope)
{
    (void)attr;
    return scope == PTHREAD_SCOPE_SYSTEM ? 0 : scope == PTHREAD_SCOPE_PROCESS ? ENOTSUP : EINVAL;
}

int pthread_attr_getscope(const pthread_attr_t *attr, int *scope)
{
    (void)attr;
    *scope = PTHREAD_SCOPE_SYSTEM;
    return 0;
}

int pthread_setschedparam(pthread_t t, int policy, const struct sched_param *param)
{
    if (!thread_exists(t))
        return ESRCH;
    return policy == SCHED_OTHER && param->sched_priority == 0 ? 0 : EINVAL;
}

int pthread_getschedparam(pthread_t t, int *policy, struct sched_param *param)
{
    if (!thread_exists(t))
        return ESRCH;
    *policy = SCHED_OTHER;
    param->sched_priority = 0;
    return 0;
}

int pthread_setschedprio(pthread_t t, int priority)
{
    if (!thread_exists(t))
        return ESRCH;
    return priority == 0 ? 0 : EINVAL;
}
