/*
 * DEBUG=1 checks locks: each CPU knows the spin locks that it holds, each thread its mutexes, and
 * where they were taken; a panic prints them all.  Two locks that are held together must always be
 * taken in the same order, on all CPUs.  Locks of one name count as one.  Two of them, such as two
 * inodes, are held together only if debug_nests() gives their order.
 *
 * Two things that are no locks are held among a thread's mutexes, as they too must be ended by the
 * thread that began them: its operation of the log, and translations in TLBs that are outdated.
 *
 * It checks memory as well: no held spin lock, no mutex of the thread that frees, no armed timer
 * and no link on a list may be in memory that is freed.
 *
 * Without DEBUG=1 all of it is empty, and costs nothing.
 */
#ifndef DEBUG_LOCKS_H
#define DEBUG_LOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum debug_kind { DEBUG_SPIN, DEBUG_MUTEX, DEBUG_OPERATION, DEBUG_TLB };

struct thread;

#ifdef DEBUG

/* The locks that one CPU or thread holds; all zero at first.  Only that CPU or thread changes it.
 */
struct debug_locks {
    uint32_t n;
    uint16_t refused; /* a thread's: how often debug_sleep_refused() */
    uint16_t rounds;  /* a thread's: how often there was work on its way to its program */
    struct debug_lock {
        const void *lock;
        int64_t pc : 48;      /* where it was taken; an address has no more bits */
        uint64_t class : 15;  /* inside locks.c: its kind and name */
        uint64_t waiting : 1; /* not taken yet */
    } held[12];               /* more are a panic; kprof(2) takes one of each CPU */
};

/* Before a lock is taken at pc: panics if that is against the order.  After it: debug_has().  A
 * spin lock's with interrupts off. */
void debug_wants(struct debug_locks *locks, enum debug_kind kind, const void *lock,
                 const char *name, void *pc);
void debug_has(struct debug_locks *locks, const void *lock);
void debug_drops(struct debug_locks *locks, const void *lock);

struct debug_lock *debug_holds(struct debug_locks *locks, const void *lock); /* NULL: does not */

/* Has it from now on, if it does not yet. */
void debug_notes(struct debug_locks *locks, enum debug_kind kind, const void *lock,
                 const char *name, void *pc);

/* From now on two locks of this name may be held together if the function says so of the one that
 * is held, and of the one that is taken while it is. */
void debug_nests(enum debug_kind kind, const char *name,
                 bool (*may_nest)(const void *held, const void *taken));

/* The lock's name, for a panic.  Panics itself if the lock has none, because it was never
 * initialised or has been freed. */
const char *debug_name(const void *lock, const char *name);

/* The places that called irq_hold() and not yet irq_release(), on one CPU; all zero at first. */
struct debug_holds {
    uint32_t n;
    int64_t pcs[8]; /* no more than 8 are noted */
};

/* irq_hold() on this CPU, at pc; irq_release(), which panics if the locks need what is released.
 * It ends the last hold of the function that it is called in; of another's, if that has none. */
void debug_irq_hold(void *pc);
void debug_irq_release(void *pc);
void debug_print_holds(void); /* for a panic: where this CPU turned interrupts off */

/* Panics if the calling thread keeps a lock, or interrupts off; what: what it does now, such as
 * "ends". */
void debug_thread_leaves(struct thread *thread, const char *what);

/* For functions that may cause a page fault: panics if the caller holds interrupts off (a spin
 * lock), or one of the mutexes that the handler takes.  function: the name to print. */
void debug_may_fault(const struct debug_locks *mutexes, const char *function);

/* A thread has asked to sleep and was not let, as it has a signal to take.  Panics if it does not
 * stop to ask before debug_thread_leaves(). */
void debug_sleep_refused(struct debug_locks *mutexes);

/* The memory is about to be freed: panics if a spin lock in it is held, or a mutex by the caller,
 * or if a link in it is on a list, such as a timer's.  who: "a page", say. */
void debug_gives_up(const void *start, size_t nbytes, const char *who);

/* Fill bytes of memory that is new, and of memory that is freed.  A word from there is recognised
 * by its upper bytes, as the offset of a member may have been added to the lower ones. */
#define DEBUG_NEW   0xa5
#define DEBUG_FREED 0x6b

static inline bool debug_is_new(uint64_t word)
{
    return word >> 16 == 0xa5a5a5a5a5a5;
}

static inline bool debug_is_freed(uint64_t word)
{
    return word >> 16 == 0x6b6b6b6b6b6b;
}

/* The patterns of gcc and clang for a variable without a value (-ftrivial-auto-var-init=pattern).
 */
static inline bool debug_is_unset(uint64_t word)
{
    return word >> 16 == 0xfefefefefefe || word >> 16 == 0xaaaaaaaaaaaa;
}

/* For the compiler. */
extern uint64_t __stack_chk_guard;
_Noreturn void __stack_chk_fail(void);

/* For a panic: the locks of all CPUs and threads.  Takes no lock. */
void debug_print_locks(void);

#else

struct debug_locks {
};

struct debug_holds {
};

#define debug_sleep_refused(...)                 ((void)0)
#define debug_thread_leaves(...)                 ((void)0)
#define debug_wants(locks, kind, lock, name, pc) ((void)(pc))
#define debug_has(...)                           ((void)0)
#define debug_drops(...)                         ((void)0)
#define debug_nests(kind, name, may_nest)        ((void)(may_nest))
#define debug_name(lock, name)                   (name)
#define debug_irq_hold(...)                      ((void)0)
#define debug_irq_release(...)                   ((void)0)
#define debug_print_holds(...)                   ((void)0)
#define debug_is_new(...)                        false
#define debug_is_freed(...)                      false
#define debug_is_unset(...)                      false
#define debug_print_locks(...)                   ((void)0)

#endif

#endif
