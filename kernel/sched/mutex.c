/* Mutexes; the rules are in sched/mutex.h.  Unlocking does not hand the mutex to a waiter: the one
 * that is woken competes with newcomers.  That is faster and, with few CPUs, fair enough. */
#include "sched/mutex.h"
#include "core/cpu.h"
#include "core/irq.h"
#include "core/panic.h"
#include "sched/thread.h"

void mutex_init(struct mutex *mutex, const char *name)
{
    spin_init(&mutex->lock, name);
    mutex->owner = NULL;
    waitq_init(&mutex->waiters);
}

void mutex_lock(struct mutex *mutex)
{
    struct thread *self = current_thread();
    if (irq_is_held())
        panic("mutex '%s' is taken with a spin lock held, or interrupts off (sched/mutex.h)",
              debug_name(mutex, mutex->lock.name));
    debug_wants(&self->mutexes, DEBUG_MUTEX, mutex, mutex->lock.name, __builtin_return_address(0),
                self->name);
    spin_lock(&mutex->lock);
    if (mutex->owner == self)
        panic("mutex '%s' is taken twice by one thread", mutex->lock.name);
    while (mutex->owner) {
        self->wants = mutex;
        waitq_sleep(&mutex->waiters, &mutex->lock);
        self->wants = NULL;
    }
    mutex->owner = self;
    spin_unlock(&mutex->lock);
    debug_has(&self->mutexes, mutex);
}

void mutex_unlock(struct mutex *mutex)
{
    spin_lock(&mutex->lock);
    if (mutex->owner != current_thread())
        panic("mutex '%s' is released by a thread that does not hold it",
              debug_name(mutex, mutex->lock.name));
    debug_drops(&current_thread()->mutexes, mutex);
    mutex->owner = NULL;
    if (!list_empty(&mutex->waiters.sleepers))
        waitq_wake(&mutex->waiters);
    spin_unlock(&mutex->lock);
}

bool mutex_held(const struct mutex *mutex)
{
    return __atomic_load_n(&mutex->owner, __ATOMIC_RELAXED) == current_thread();
}
