/* Initialising once: 0 not started, 1 in progress, 2 done. */
#include <errno.h>

#include "../thread.h"

enum { NOT_YET, BUSY, DONE };

/* init was cancelled: as if it had never been called. */
static void undo(void *once)
{
    __atomic_store_n((pthread_once_t *)once, NOT_YET, __ATOMIC_RELEASE);
    __futex_wake(once, INT_MAX);
}

int pthread_once(pthread_once_t *once, void (*init)(void))
{
    int seen = NOT_YET, before = errno;

    if (__atomic_load_n(once, __ATOMIC_ACQUIRE) == DONE)
        return 0;
    while (!__atomic_compare_exchange_n(once, &seen, BUSY, false, __ATOMIC_ACQUIRE,
                                        __ATOMIC_ACQUIRE)) {
        if (seen == DONE)
            return 0;
        __futex_wait(once, BUSY, NULL);
        errno = before;
        seen = NOT_YET;
    }
    pthread_cleanup_push(undo, once);
    init();
    pthread_cleanup_pop(0);
    __atomic_store_n(once, DONE, __ATOMIC_RELEASE);
    __futex_wake(once, INT_MAX);
    return 0;
}
