/*
 * Mutexes; the rules are in sched/mutex.h.
 *
 * One instruction takes a mutex that is free, and one releases it if nobody waits.  A thread that
 * has to wait sets MUTEX_WAITED, under the spin lock.  Then the owner also takes that lock.
 *
 * Unlocking hands the mutex to the thread that has waited longest, even if it has not run yet when
 * others ask.  So nobody is passed over, however often another thread wants the mutex.
 */
#include "sched/mutex.h"
#include "core/cpu.h"
#include "core/irq.h"
#include "core/panic.h"
#include "sched/sched.h"
#include "sched/thread.h"

void mutex_init(struct mutex *mutex, const char *name)
{
    spin_init(&mutex->lock, name);
    mutex->word = 0;
    waitq_init(&mutex->waiters);
}

struct thread *mutex_owner(const struct mutex *mutex)
{
    return (struct thread *)(__atomic_load_n(&mutex->word, __ATOMIC_RELAXED) & ~MUTEX_WAITED);
}

static bool replace(struct mutex *mutex, const struct thread *now, const struct thread *then)
{
    uintptr_t word = (uintptr_t)now;
    return __atomic_compare_exchange_n(&mutex->word, &word, (uintptr_t)then, false,
                                       __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

/* Locked. */
static void set_owner(struct mutex *mutex, const struct thread *owner)
{
    bool waited = !list_empty(&mutex->waiters.sleepers);
    __atomic_store_n(&mutex->word, (uintptr_t)owner | (waited ? MUTEX_WAITED : 0),
                     __ATOMIC_RELEASE);
}

static __attribute__((noinline)) void wait(struct mutex *mutex, struct thread *self)
{
    spin_lock(&mutex->lock);
    if (mutex_owner(mutex) == self)
        panic("mutex '%s' is taken twice by one thread", mutex->lock.name);
    if (__atomic_fetch_or(&mutex->word, MUTEX_WAITED, __ATOMIC_ACQUIRE) == 0)
        set_owner(mutex, self); /* it has become free */
    self->wants = mutex;
    while (mutex_owner(mutex) != self)
        waitq_sleep(&mutex->waiters, &mutex->lock);
    self->wants = NULL;
    spin_unlock(&mutex->lock);
}

void mutex_lock(struct mutex *mutex)
{
    struct thread *self = current_thread();
    if (irq_is_held()) {
        debug_print_holds();
        panic("mutex '%s' is taken with a spin lock held, or interrupts off (sched/mutex.h)",
              debug_name(mutex, mutex->lock.name));
    }
    debug_check(machine_irq_is_on(),
                "interrupts are off, and there is no irq_hold(), lock or interrupt for that "
                "(core/irq.h)");
    debug_wants(&self->mutexes, DEBUG_MUTEX, mutex, mutex->lock.name, __builtin_return_address(0));
    if (!replace(mutex, NULL, self))
        wait(mutex, self);
    debug_has(&self->mutexes, mutex);
}

static __attribute__((noinline)) void hand_over(struct mutex *mutex)
{
    spin_lock(&mutex->lock);
    spin_lock(&sched_lock);
    struct thread *next = list_entry(mutex->waiters.sleepers.next, struct thread, link);
    sched_wake(next, 0);
    spin_unlock(&sched_lock);
    set_owner(mutex, next);
    spin_unlock(&mutex->lock);
}

void mutex_unlock(struct mutex *mutex)
{
    struct thread *self = current_thread();
    if (mutex_owner(mutex) != self)
        panic("mutex '%s' is released by a thread that does not hold it",
              debug_name(mutex, mutex->lock.name));
    debug_drops(&self->mutexes, mutex);
    if (!replace(mutex, self, NULL))
        hand_over(mutex);
}

bool mutex_held(const struct mutex *mutex)
{
    return mutex_owner(mutex) == current_thread();
}
