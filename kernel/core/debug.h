/*
 * What DEBUG=1 adds to locks: each CPU knows the spin locks that it holds, each thread its mutexes,
 * and where they were taken; a panic prints them all.  And the order: whatever two locks are ever
 * held together must always be taken in the same order, on all CPUs.  A lock counts by its name.
 * Two of one name, such as two inodes, are never held together, unless debug_nests() says in which
 * order.
 *
 * Two things that are no locks are held among a thread's mutexes, as they too must be ended by the
 * thread that began them: its operation of the log, and translations in TLBs that are outdated.
 *
 * Without DEBUG=1 all of it is empty, and costs nothing.
 */
#ifndef CORE_DEBUG_H
#define CORE_DEBUG_H

#include "core/list.h"
#include <stdbool.h>
#include <stdint.h>

enum debug_kind { DEBUG_SPIN, DEBUG_MUTEX, DEBUG_OPERATION, DEBUG_TLB };

#ifdef DEBUG

/* What one CPU or thread holds; all zero at first.  Only that changes it. */
struct debug_locks {
    uint32_t n;
    uint32_t more; /* that found no room in held */
    struct debug_lock {
        const void *lock;
        int64_t pc : 48;      /* where it was taken; an address has no more bits */
        uint64_t class : 15;  /* inside debug.c: its kind and name */
        uint64_t waiting : 1; /* not taken yet */
    } held[8];
    const char *owner; /* its name, for a thread */
    struct list link;  /* inside debug.c: of the threads that hold any */
};

/* Before a lock is taken at pc: panics if that is against the order.  After it: debug_has().  A
 * spin lock's with interrupts off. */
void debug_wants(struct debug_locks *locks, enum debug_kind kind, const void *lock,
                 const char *name, void *pc, const char *owner);
void debug_has(struct debug_locks *locks, const void *lock);
void debug_drops(struct debug_locks *locks, const void *lock);

bool debug_holds(struct debug_locks *locks, const void *lock); /* and has found room */

/* Has it from now on, if it does not yet, and if there is room. */
void debug_notes(struct debug_locks *locks, enum debug_kind kind, const void *lock,
                 const char *name, void *pc, const char *owner);

/* From now on two locks of this name may be held together if the function says so of the one that
 * is held, and of the one that is taken while it is. */
void debug_nests(enum debug_kind kind, const char *name,
                 bool (*may_nest)(const void *held, const void *taken));

/* Panics if any lock is held, or interrupts held off; what: what the thread does, such as "ends".
 */
void debug_none_held(const struct debug_locks *mutexes, const char *what);

/* Panics if a spin lock is held, or interrupts off, by the caller of a function of this name, which
 * may handle page faults. */
void debug_may_fault(const char *function);

/* For the compiler. */
extern uint64_t __stack_chk_guard;
_Noreturn void __stack_chk_fail(void);

/* For a panic: the locks of all CPUs and threads.  Takes no lock. */
void debug_print_locks(void);

#else

struct debug_locks {
};

static inline void debug_wants(struct debug_locks *locks, enum debug_kind kind, const void *lock,
                               const char *name, void *pc, const char *owner)
{
    (void)locks, (void)kind, (void)lock, (void)name, (void)pc, (void)owner;
}

static inline void debug_has(struct debug_locks *locks, const void *lock)
{
    (void)locks, (void)lock;
}

static inline void debug_drops(struct debug_locks *locks, const void *lock)
{
    (void)locks, (void)lock;
}

static inline void debug_nests(enum debug_kind kind, const char *name,
                               bool (*may_nest)(const void *held, const void *taken))
{
    (void)kind, (void)name, (void)may_nest;
}

static inline void debug_none_held(const struct debug_locks *mutexes, const char *what)
{
    (void)mutexes, (void)what;
}

static inline void debug_may_fault(const char *function)
{
    (void)function;
}

static inline void debug_print_locks(void)
{
}

#endif

#endif
