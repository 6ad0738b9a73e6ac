/* Mutexes; the rules are in sched/mutex.h.  Unlocking does not hand the mutex to a waiter: the one
 * that is woken competes with newcomers.  That is faster and, with few CPUs, fair enough. */
#include "sched/mutex.h"
#include "core/cpu.h"
#include "core/irq.h"
#include "core/panic.h"

void mutex_init(struct mutex *mutex, const char *name)
{
    spin_init(&mutex->lock, name);
    mutex->owner = NULL;
    waitq_init(&mutex->waiters);
}

void mutex_lock(struct mutex *mutex)
{
    struct thread *self = current_thread();
    assert(!irq_is_held());
    spin_lock(&mutex->lock);
    assert(mutex->owner != self);
    while (mutex->owner)
        waitq_sleep(&mutex->waiters, &mutex->lock);
    mutex->owner = self;
    spin_unlock(&mutex->lock);
}

void mutex_unlock(struct mutex *mutex)
{
    spin_lock(&mutex->lock);
    assert(mutex->owner == current_thread());
    mutex->owner = NULL;
    if (!list_empty(&mutex->waiters.sleepers))
        waitq_wake(&mutex->waiters);
    spin_unlock(&mutex->lock);
}

bool mutex_held(const struct mutex *mutex)
{
    return __atomic_load_n(&mutex->owner, __ATOMIC_RELAXED) == current_thread();
}
