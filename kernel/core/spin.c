/*
 * Spin locks; the rules are in core/spin.h.
 *
 * A lock is nearly always free, and then one instruction takes it.  A CPU that finds it taken tries
 * again and again, and others may overtake it.  After SPIN_TRIES times it stores its name in
 * `next`, unless another's is there.  From then on only the CPU in `next` gets the lock, and taking
 * it clears `next`.
 *
 * Why not in the order of arrival, as tickets would do?  A host may have fewer CPUs than the
 * machine.  Then the CPU with the turn may not be running.  All others wait until the host runs it,
 * at each turn.  Eight CPUs on a host with two took 58 to 169 seconds so, and take 1 to 4 seconds
 * now (QEMU 7.2).
 */
#include "core/spin.h"
#include "core/cpu.h"
#include "core/irq.h"
#include "core/panic.h"
#include "debug/locks.h"

void spin_init(struct spinlock *lock, const char *name)
{
    *lock = (struct spinlock)SPINLOCK_INIT(name);
}

static uint32_t name_of(const struct cpu *cpu)
{
    return (uintptr_t)cpu;
}

bool spin_held(const struct spinlock *lock)
{
    struct cpu *self = cpu_self();
    return self->irq_depth > 0 && __atomic_load_n(&lock->holder, __ATOMIC_RELAXED) == name_of(self);
}

static bool replace(struct spinlock *lock, uint64_t now, uint64_t then)
{
    return __atomic_compare_exchange_n(&lock->word, &now, then, false, __ATOMIC_ACQUIRE,
                                       __ATOMIC_RELAXED);
}

/* One try. */
static bool take(struct spinlock *lock, uint32_t self, bool is_late)
{
    struct spinlock now = {.word = __atomic_load_n(&lock->word, __ATOMIC_RELAXED)};
    if (now.holder == self)
        panic("spin lock '%s' taken twice by one CPU", debug_name(lock, lock->name));
    if (!now.holder && (!now.next || now.next == self))
        return replace(lock, now.word, self);
    if (is_late && !now.next)
        replace(lock, now.word, now.word | (uint64_t)self << 32);
    return false;
}

void spin_lock(struct spinlock *lock)
{
    machine_irq_disable();
    struct cpu *self = cpu_self();
    self->irq_depth++;
    debug_wants(&self->spins, DEBUG_SPIN, lock, lock->name, __builtin_return_address(0));
    if (!replace(lock, 0, name_of(self)))
        for (unsigned tries = 0; !take(lock, name_of(self), tries >= SPIN_TRIES); tries++)
            machine_pause();
    debug_has(&self->spins, lock);
}

void spin_unlock(struct spinlock *lock)
{
    struct cpu *self = cpu_self();
    if (lock->holder != name_of(self))
        panic("spin lock '%s' is released by a CPU that does not hold it",
              debug_name(lock, lock->name));
    debug_drops(&self->spins, lock);
    __atomic_store_n(&lock->holder, 0, __ATOMIC_RELEASE);
    irq_hold_ends();
}
