/* Spin locks and the counting of interrupt holds; the rules are in core/spinlock.h. */
#include "core/spinlock.h"
#include "core/cpu.h"
#include "core/print.h"

void irq_hold(void)
{
    bool was_on = machine_irq_off();
    struct cpu *cpu = cpu_self();
    if (cpu->irq_depth++ == 0)
        cpu->irq_was_on = was_on;
}

void irq_release(void)
{
    struct cpu *cpu = cpu_self();
    assert(cpu->irq_depth > 0);
    if (--cpu->irq_depth == 0 && cpu->irq_was_on)
        machine_irq_on();
}

/* Right without holding interrupts: a thread that moves between CPUs has a depth of 0 on each. */
bool irq_is_held(void)
{
    return cpu_self()->irq_depth > 0;
}

void spin_init(struct spinlock *lock, const char *name)
{
    *lock = (struct spinlock)SPINLOCK_INIT(name);
}

bool spin_held(const struct spinlock *lock)
{
    return irq_is_held() && __atomic_load_n(&lock->holder, __ATOMIC_RELAXED) == cpu_self()->id + 1;
}

void spin_lock(struct spinlock *lock)
{
    irq_hold();
    uint32_t self = cpu_self()->id + 1, free = 0;
    while (!__atomic_compare_exchange_n(&lock->holder, &free, self, false, __ATOMIC_ACQUIRE,
                                        __ATOMIC_RELAXED)) {
        if (free == self)
            panic("spin lock '%s' taken twice by one CPU", lock->name);
        while (__atomic_load_n(&lock->holder, __ATOMIC_RELAXED) != 0)
            machine_pause();
        free = 0;
    }
}

void spin_unlock(struct spinlock *lock)
{
    assert(lock->holder == cpu_self()->id + 1);
    __atomic_store_n(&lock->holder, 0, __ATOMIC_RELEASE);
    irq_release();
}
