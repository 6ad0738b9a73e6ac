/*
 * Mutexes; the rules are in sched/mutex.h.
 *
 * Unlocking hands the mutex to the thread that has waited longest, even if it has not run yet when
 * others ask.  So nobody is passed over, however often another thread wants the mutex.
 *
 * Urgent waiters have their own queue, which is served first.  But two of them could hand the mutex
 * to each other for ever.  So when another holder unlocks, the threads that are in the urgent queue
 * at that moment get it; after the last of them it is the turn of the other queue.
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
    mutex->owner = mutex->last_urgent = NULL;
    waitq_init(&mutex->waiters);
    waitq_init(&mutex->urgent);
}

/* pc: of the caller, for DEBUG=1 */
static void mutex_lock_queued(struct mutex *mutex, struct waitq *queue, void *pc)
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
    debug_wants(&self->mutexes, DEBUG_MUTEX, mutex, mutex->lock.name, pc, self->name);
    spin_lock(&mutex->lock);
    if (mutex->owner == self)
        panic("mutex '%s' is taken twice by one thread", mutex->lock.name);
    if (mutex->owner) {
        self->wants = mutex;
        while (mutex->owner != self)
            waitq_sleep(queue, &mutex->lock);
        self->wants = NULL;
    }
    mutex->owner = self;
    spin_unlock(&mutex->lock);
    debug_has(&self->mutexes, mutex);
}

void mutex_lock(struct mutex *mutex)
{
    mutex_lock_queued(mutex, &mutex->waiters, __builtin_return_address(0));
}

void mutex_lock_urgently(struct mutex *mutex)
{
    mutex_lock_queued(mutex, &mutex->urgent, __builtin_return_address(0));
}

/* Locked by its owner: the queue that is served next. */
static struct list *next_queue(struct mutex *mutex)
{
    struct list *urgent = &mutex->urgent.sleepers, *others = &mutex->waiters.sleepers;
    struct thread *last = mutex->last_urgent;
    if (last && last != mutex->owner)
        return urgent;
    bool others_turn = list_empty(urgent) || (last && !list_empty(others));
    mutex->last_urgent = others_turn ? NULL : list_entry(urgent->prev, struct thread, link);
    return others_turn ? others : urgent;
}

void mutex_unlock(struct mutex *mutex)
{
    spin_lock(&mutex->lock);
    if (mutex->owner != current_thread())
        panic("mutex '%s' is released by a thread that does not hold it",
              debug_name(mutex, mutex->lock.name));
    debug_drops(&current_thread()->mutexes, mutex);
    struct list *queue = next_queue(mutex);
    mutex->owner = NULL;
    if (!list_empty(queue)) {
        spin_lock(&sched_lock);
        mutex->owner = list_entry(queue->next, struct thread, link);
        sched_wake(mutex->owner, 0);
        spin_unlock(&sched_lock);
    }
    spin_unlock(&mutex->lock);
}

bool mutex_held(const struct mutex *mutex)
{
    return __atomic_load_n(&mutex->owner, __ATOMIC_RELAXED) == current_thread();
}
