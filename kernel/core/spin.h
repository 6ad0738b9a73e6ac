/*
 * Spin locks are held for a few instructions.  Any CPU may take one, also in an interrupt.
 *
 * A CPU that holds a lock keeps interrupts off (core/irq.h).  Otherwise an interrupt could wait for
 * a lock that the interrupted code holds.  Holds are counted, so locks may be released in any
 * order.  The holder never sleeps.  It does not handle a page fault at user memory either: the copy
 * fails (arch/usercopy.h).
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
