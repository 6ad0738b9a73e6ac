/* Initialising once: 0 not started, 1 in progress, 2 done. */
#include <errno.h>

#include "../thread.h"

enum { NOT_YET, BUSY, DONE };

int pthread_once(pthread_once_t *once, void (*init)(void))
{
    int seen = NOT_YET, before = errno;

    if (__atomic_load_n(once, __ATOMIC_ACQUIRE) == DONE)
        return 0;
    if (__atomic_compare_exchange_n(once, &seen, BUSY, false, __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE)) {
        init();
        __atomic_store_n(once, DONE, __ATOMIC_RELEASE);
        __futex_wake(once, INT_MAX);
        return 0;
    }
    while (__atomic_load_n(once, __ATOMIC_ACQUIRE) == BUSY)
        __futex_wait(once, BUSY, NULL);
    errno = before;
    return 0;
}
