/* Attributes of threads.  There is one scheduling policy with one priority, and one scope. */
#include <errno.h>
#include <stdint.h>

#include "../thread.h"

#define STACK_DEFAULT (256u << 10)

int pthread_attr_init(pthread_attr_t *attr)
{
    *attr = (pthread_attr_t){.stack_nbytes = STACK_DEFAULT, .guard_nbytes = PAGE_SIZE};
    return 0;
}

int pthread_attr_destroy(pthread_attr_t *attr)
{
    (void)attr;
    return 0;
}

/* With more, the size of the mapping would overflow. */
int pthread_attr_setstacksize(pthread_attr_t *attr, size_t nbytes)
{
    if (nbytes < PTHREAD_STACK_MIN || nbytes > PTRDIFF_MAX)
        return EINVAL;
    attr->stack_nbytes = nbytes;
    return 0;
}

int pthread_attr_getstacksize(const pthread_attr_t *attr, size_t *nbytes)
{
    *nbytes = attr->stack_nbytes;
    return 0;
}

int pthread_attr_setstack(pthread_attr_t *attr, void *stack, size_t nbytes)
{
    if (!stack)
        return EINVAL;
    int error = pthread_attr_setstacksize(attr, nbytes);
    if (!error)
        attr->stack = stack;
    return error;
}

int pthread_attr_getstack(const pthread_attr_t *attr, void **stack, size_t *nbytes)
{
    *stack = attr->stack;
    *nbytes = attr->stack_nbytes;
    return 0;
}

/* The guard has one page, however many bytes the program asks for; for its own stack there is none.
 */
int pthread_attr_setguardsize(pthread_attr_t *attr, size_t nbytes)
{
    if (nbytes > PAGE_SIZE)
        return EINVAL;
    attr->guard_nbytes = nbytes;
    return 0;
}

int pthread_attr_getguardsize(const pthread_attr_t *attr, size_t *nbytes)
{
    *nbytes = attr->guard_nbytes;
    return 0;
}

int pthread_attr_setdetachstate(pthread_attr_t *attr, int state)
{
    if (state != PTHREAD_CREATE_JOINABLE && state != PTHREAD_CREATE_DETACHED)
        return EINVAL;
    attr->detached = state;
    return 0;
}

int pthread_attr_getdetachstate(const pthread_attr_t *attr, int *state)
{
    *state = attr->detached;
    return 0;
}
