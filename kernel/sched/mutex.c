/*
 * Mutexes; the rules are in sched/mutex.h.
 *
 * One instruction takes a mutex that is free, and one releases it if nobody waits.  A thread that
 * has to wait sets MUTEX_WAITED, under the spin lock.  Then the owner also takes that lock.
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
    mutex->word = 0;
    mutex->last_urgent = NULL;
    waitq_init(&mutex->waiters);
    waitq_init(&mutex->urgent);
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
    bool waited = !list_empty(&mutex->waiters.sleepers) || !list_empty(&mutex->urgent.sleepers);
    if (!waited)
        mutex->last_urgent = NULL; /* nobody will call next_queue() */
    __atomic_store_n(&mutex->word, (uintptr_t)owner | (waited ? MUTEX_WAITED : 0),
                     __ATOMIC_RELEASE);
}

static __attribute__((noinline)) void wait(struct mutex *mutex, struct waitq *queue,
                                           struct thread *self)
{
    spin_lock(&mutex->lock);
    if (mutex_owner(mutex) == self)
        panic("mutex '%s' is taken twice by one thread", mutex->lock.name);
    if (__atomic_fetch_or(&mutex->word, MUTEX_WAITED, __ATOMIC_ACQUIRE) == 0)
        set_owner(mutex, self); /* it has become free */
    self->wants = mutex;
    while (mutex_owner(mutex) != self)
        waitq_sleep(queue, &mutex->lock);
    self->wants = NULL;
    spin_unlock(&mutex->lock);
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
    if (!replace(mutex, NULL, self))
        wait(mutex, queue, self);
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

/* Locked, by its owner, while threads wait: the queue that is served next. */
static struct list *next_queue(struct mutex *mutex)
{
    struct list *urgent = &mutex->urgent.sleepers, *others = &mutex->waiters.sleepers;
    struct thread *last = mutex->last_urgent;
    if (last && last != current_thread())
        return urgent;
    bool others_turn = list_empty(urgent) || (last && !list_empty(others));
    mutex->last_urgent = others_turn ? NULL : list_entry(urgent->prev, struct thread, link);
    return others_turn ? others : urgent;
}

static __attribute__((noinline)) void hand_over(struct mutex *mutex)
{
    spin_lock(&mutex->lock);
    spin_lock(&sched_lock);
    struct thread *next = list_entry(next_queue(mutex)->next, struct thread, link);
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
