/* Spin locks.  A thread that finds one taken lets others run: with one CPU its owner must. */
#include <errno.h>
#include <sched.h>

#include "../thread.h"

int pthread_spin_init(pthread_spinlock_t *l, int shared)
{
    *l = 0;
    return shared == PTHREAD_PROCESS_PRIVATE || shared == PTHREAD_PROCESS_SHARED ? 0 : EINVAL;
}

int pthread_spin_destroy(pthread_spinlock_t *l)
{
    return __atomic_load_n(l, __ATOMIC_RELAXED) ? EBUSY : 0;
}

int pthread_spin_trylock(pthread_spinlock_t *l)
{
    return __atomic_exchange_n(l, 1, __ATOMIC_ACQUIRE) ? EBUSY : 0;
}

int pthread_spin_lock(pthread_spinlock_t *l)
{
    while (pthread_spin_trylock(l))
        while (__atomic_load_n(l, __ATOMIC_RELAXED))
            sched_yield();
    return 0;
}

int pthread_spin_unlock(pthread_spinlock_t *l)
{
    __atomic_store_n(l, 0, __ATOMIC_RELEASE);
    return 0;
}
