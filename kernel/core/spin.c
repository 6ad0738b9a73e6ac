/*
 * Spin locks; the rules are in core/spin.h.
 *
 * A lock is nearly always free, and then one instruction takes it: it replaces the word of a lock
 * that is free and for which nobody has a ticket, SPIN_FREE, by the address of the CPU.  Both have
 * all ones in the upper half, which then says that nobody has a ticket.  Releasing stores 0 in the
 * lower half alone.
 *
 * A CPU that finds the lock taken tries again, SPIN_TRIES times.  Others may overtake it as often.
 * Then it takes a ticket, and with that the lock is no longer for whoever comes: only the CPU whose
 * ticket is served gets it.
 *
 *     Example: CPU 0 holds the lock            holder 0   serving ffff   next ffff
 *     CPU 1 takes a ticket, ffff, then CPU 2   holder 0   serving ffff   next 0001
 *     CPU 0 releases it                        free       serving ffff   next 0001
 *     CPU 1 takes it                           holder 1   serving 0000   next 0001
 *     CPU 1 releases it, CPU 2 takes it        holder 2   serving ffff   next ffff
 *
 * Why not tickets from the first try on?  A host may have fewer CPUs than the machine.  Then the
 * one whose turn it is may not be running, and all others wait for the host to run it, at each
 * turn: eight CPUs on a host with two took 58 to 169 seconds for what takes 1 to 4 (QEMU 7.2).
 */
#include "core/spin.h"
#include "core/cpu.h"
#include "core/debug.h"
#include "core/irq.h"
#include "core/panic.h"

void spin_init(struct spinlock *lock, const char *name)
{
    *lock = (struct spinlock)SPINLOCK_INIT(name);
}

static uint32_t lower(const struct cpu *cpu)
{
    return machine_cpu_word(cpu);
}

bool spin_held(const struct spinlock *lock)
{
    struct cpu *self = cpu_self();
    return self->irq_depth > 0 && __atomic_load_n(&lock->holder, __ATOMIC_RELAXED) == lower(self);
}

/* Gives `self` the lock if it is free and nobody has a ticket. */
static bool take_free(struct spinlock *lock, const struct cpu *self, uint64_t *word)
{
    *word = __atomic_load_n(&lock->word, __ATOMIC_RELAXED);
    return *word == SPIN_FREE &&
           __atomic_compare_exchange_n(&lock->word, word, machine_cpu_word(self), false,
                                       __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

/* Gives `self` the lock if it is free and this ticket's turn. */
static bool take_turn(struct spinlock *lock, const struct cpu *self, uint16_t ticket)
{
    struct spinlock now = {.word = __atomic_load_n(&lock->word, __ATOMIC_RELAXED)}, then = now;
    if (now.holder || now.serving != ticket)
        return false;
    then.holder = lower(self);
    if (++then.serving == then.next)
        then.word = machine_cpu_word(self); /* nobody else waits */
    return __atomic_compare_exchange_n(&lock->word, &now.word, then.word, false, __ATOMIC_ACQUIRE,
                                       __ATOMIC_RELAXED);
}

/* Apart from lock_slowly(), which is shorter without it. */
__attribute__((noinline)) static void wait_turn(struct spinlock *lock, const struct cpu *self)
{
    assert(machine_cpu_word(self) >> 32 == SPIN_FREE >> 32);
    uint16_t ticket = __atomic_fetch_add(&lock->next, 1, __ATOMIC_RELAXED);
    while (!take_turn(lock, self, ticket))
        machine_pause();
}

__attribute__((noinline)) static void lock_slowly(struct spinlock *lock)
{
    struct cpu *self = cpu_self();
    uint64_t word;
    for (unsigned i = 0; i < SPIN_TRIES; i++) {
        if (take_free(lock, self, &word))
            return;
        if ((uint32_t)word == lower(self))
            panic("spin lock '%s' taken twice by one CPU", debug_name(lock, lock->name));
        machine_pause();
    }
    wait_turn(lock, self);
}

void spin_lock(struct spinlock *lock)
{
    machine_irq_disable();
    struct cpu *self = cpu_self();
    self->irq_depth++;
    debug_wants(&self->spins, DEBUG_SPIN, lock, lock->name, __builtin_return_address(0), NULL);
    uint64_t word = SPIN_FREE;
    if (!__atomic_compare_exchange_n(&lock->word, &word, machine_cpu_word(self), false,
                                     __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
        lock_slowly(lock);
    debug_has(&self->spins, lock);
}

void spin_unlock(struct spinlock *lock)
{
    struct cpu *self = cpu_self();
    if (lock->holder != lower(self))
        panic("spin lock '%s' is released by a CPU that does not hold it",
              debug_name(lock, lock->name));
    debug_drops(&self->spins, lock);
    if (--self->irq_depth == 0) {
        machine_irq_enable_clear(&lock->holder);
        return;
    }
    __atomic_store_n(&lock->holder, 0, __ATOMIC_RELEASE);
    if (self->irq_depth > IRQ_HOLDS)
        irq_ended();
}
