/* Spin locks; the rules are in core/spin.h. */
#include "core/spin.h"
#include "core/cpu.h"
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

void spin_lock(struct spinlock *lock)
{
    machine_irq_disable();
    struct cpu *self = cpu_self(), *holder = NULL;
    self->irq_depth++;
    while (!__atomic_compare_exchange_n(&lock->holder, &holder, self, false, __ATOMIC_ACQUIRE,
                                        __ATOMIC_RELAXED)) {
        if (holder == self)
            panic("spin lock '%s' taken twice by one CPU", lock->name);
        while (__atomic_load_n(&lock->holder, __ATOMIC_RELAXED))
            machine_pause();
        holder = NULL;
    }
}

void spin_unlock(struct spinlock *lock)
{
    struct cpu *self = cpu_self();
    assert(lock->holder == self);
    __atomic_store_n(&lock->holder, NULL, __ATOMIC_RELEASE);
    if (--self->irq_depth == 0)
        machine_irq_enable();
}
