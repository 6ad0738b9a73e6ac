/*
 * Spin locks: for a few instructions' worth of work, on any CPU, in interrupts too.
 *
 * A CPU that holds one runs with interrupts off (core/irq.h), so that no interrupt handler can want
 * a lock that the code it interrupted holds.  Holds are counted, so locks need not be released in
 * the reverse order.  The holder never sleeps, and a page fault at user memory is not handled: the
 * copy fails (arch/usercopy.h).
 *
 * A CPU that has tried SPIN_TRIES times asks to be the next: then no other overtakes it.
 *
 * Lock order, outermost first; a lock may be taken only while holding locks that come before it
 * (doc/locks.md has the details):
 *
 *     mutexes (see sched/mutex.h), process tree, process, log, those local to one module,
 *     wait queues and run queue (sched_lock), timers, memory, the console's output
 */
#ifndef CORE_SPIN_H
#define CORE_SPIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SPIN_TRIES 65536

/* Atomic. */
struct spinlock {
    union {
        struct {
            uint32_t holder; /* the CPU that has it, by the lower half of its address; 0: free */
            uint32_t next;   /* the CPU that gets it next; 0: whichever comes */
        };
        uint64_t word; /* both; 0: free, and nobody waits for long */
    };
    const char *name;
};

/* clang-format off */
#define SPINLOCK_INIT(text) {.name = (text)}
/* clang-format on */

void spin_init(struct spinlock *lock, const char *name);
void spin_lock(struct spinlock *lock); /* panics if this CPU holds it already */
void spin_unlock(struct spinlock *lock);
bool spin_held(const struct spinlock *lock); /* by this CPU */

#endif
