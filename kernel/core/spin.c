/* Spin locks; the rules are in core/spin.h. */
#include "core/spin.h"
#include "core/cpu.h"
#include "core/debug.h"
#include "core/panic.h"

void spin_init(struct spinlock *lock, const char *name)
{
    *lock = (struct spinlock)SPINLOCK_INIT(name);
}

bool spin_held(const struct spinlock *lock)
{
    struct cpu *self = cpu_self();
    return self->irq_depth > 0 && __atomic_load_n(&lock->holder, __ATOMIC_RELAXED) == self;
}

/* Where interrupts were turned off is noted here alone.  So irq_trace() has all locks come here,
 * but without a test, which would cost the usual way something too: spin_lock() expects in a free
 * lock what cpu.unlocked says.  That is NULL, which the lock has then, or a value that none ever
 * has. */
__attribute__((noinline)) static void lock_slowly(struct spinlock *lock, void *caller)
{
    struct cpu *self = cpu_self(), *holder = NULL;
    if (self->irq_depth == 1)
        self->irq_off_pc = (uint64_t)caller;
    while (!__atomic_compare_exchange_n(&lock->holder, &holder, self, false, __ATOMIC_ACQUIRE,
                                        __ATOMIC_RELAXED)) {
        if (holder == self)
            panic("spin lock '%s' taken twice by one CPU", lock->name);
        while (__atomic_load_n(&lock->holder, __ATOMIC_RELAXED))
            machine_pause();
        holder = NULL;
    }
}

void spin_lock(struct spinlock *lock)
{
    machine_irq_disable();
    struct cpu *self = cpu_self();
    self->irq_depth++;
    debug_wants(&self->spins, DEBUG_SPIN, lock, lock->name, __builtin_return_address(0), NULL);
    struct cpu *holder = __atomic_load_n(&self->unlocked, __ATOMIC_RELAXED);
    if (!__atomic_compare_exchange_n(&lock->holder, &holder, self, false, __ATOMIC_ACQUIRE,
                                     __ATOMIC_RELAXED))
        lock_slowly(lock, __builtin_return_address(0));
    debug_has(&self->spins, lock);
}

void spin_unlock(struct spinlock *lock)
{
    struct cpu *self = cpu_self();
    if (lock->holder != self)
        panic("spin lock '%s' is released by a CPU that does not hold it", lock->name);
    debug_drops(&self->spins, lock);
    if (--self->irq_depth == 0)
        machine_irq_enable_clear(&lock->holder);
    else
        __atomic_store_n(&lock->holder, NULL, __ATOMIC_RELEASE);
}
