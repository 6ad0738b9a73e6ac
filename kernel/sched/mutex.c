/*
 * Mutexes; the rules are in sched/mutex.h.
 *
 * Unlocking does not hand the mutex to a waiter: the one that is woken competes with newcomers,
 * which saves two switches where the holder soon wants it again.  But a thread that holds it nearly
 * always, and gives up the CPU only while it does, would win for ever.  So the first that was woken
 * and has lost is the next holder: a waiter loses at most once for each that waits before it.
 *
 * Urgent waiters get the mutex before all others.  But two of them that want it again and again
 * could hand it to each other for ever.  So when another holder unlocks, only the threads that wait
 * urgently at that moment get it; after the last of them it is the turn of one of the others.
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
    mutex->owner = mutex->next = mutex->last_urgent = NULL;
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
    for (bool has_lost = false; mutex->owner && mutex->owner != self; has_lost = true) {
        if (has_lost && !mutex->next)
            mutex->next = self;
        self->wants = mutex;
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

/* Locked by its owner: who gets it next; NULL: who takes it. */
static struct thread *choose_next(struct mutex *mutex)
{
    struct list *urgent = &mutex->urgent.sleepers; /* only a holder wakes one */
    struct list *others = &mutex->waiters.sleepers;
    struct thread *last = mutex->last_urgent;
    bool others_turn = last == mutex->owner && !list_empty(others);

    if (!last || last == mutex->owner) {
        bool more = !others_turn && !list_empty(urgent);
        last = mutex->last_urgent = more ? list_entry(urgent->prev, struct thread, link) : NULL;
    }
    if (last)
        return list_entry(urgent->next, struct thread, link);
    struct thread *next = mutex->next;
    mutex->next = NULL;
    return others_turn && !next ? list_entry(others->next, struct thread, link) : next;
}

void mutex_unlock(struct mutex *mutex)
{
    spin_lock(&mutex->lock);
    if (mutex->owner != current_thread())
        panic("mutex '%s' is released by a thread that does not hold it",
              debug_name(mutex, mutex->lock.name));
    debug_drops(&current_thread()->mutexes, mutex);
    struct thread *next = mutex->owner = choose_next(mutex);
    if (next) {
        spin_lock(&sched_lock);
        sched_wake(next, 0);
        spin_unlock(&sched_lock);
    } else if (!list_empty(&mutex->waiters.sleepers)) {
        waitq_wake(&mutex->waiters);
    }
    spin_unlock(&mutex->lock);
}

bool mutex_held(const struct mutex *mutex)
{
    return __atomic_load_n(&mutex->owner, __ATOMIC_RELAXED) == current_thread();
}
