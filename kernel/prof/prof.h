/*
 * Profiling: the hooks that the rest of the kernel calls, and the state behind profil(2).
 *
 * One tick goes through three files: arch/x86/trap.c takes the timer interrupt, sched/clock.c
 * charges it to the thread that runs and calls prof_tick(), and on the way back to user mode
 * prof_flush() in prof/prof.c increments the counter.
 *
 * The interrupt half, prof_tick(), only notes the user pc in the thread: it never touches user
 * memory and so can never fault.  The task half, prof_flush(), runs in the thread, where a page
 * fault is an ordinary page fault.  A tick in the kernel is noted at the pc that the thread will
 * return to.  That pc changes only where a signal is returned from, and after a flush where one is
 * delivered (once to make the call again, once more to enter the handler).  So a thread owes ticks
 * at three different pcs at most: PROF_PENDING_MAX.
 *
 * The state belongs to the process and is shared by its threads; what a thread owes is its own.
 *
 * Source: the contract in doc/profiling.md; 4.4BSD profil(2).
 */
#ifndef PROF_PROF_H
#define PROF_PROF_H

#include "core/spin.h"
#include <abi/prof.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct thread;

#define PROF_PENDING_MAX 3

/* Ticks that a thread owes, by pc. */
struct prof_pending {
    uint32_t count;      /* entries in use */
    uint32_t generation; /* struct prof's when they came */
    uint64_t missed;     /* periods without a tick */
    struct prof_ticks {
        uint64_t pc;
        uint32_t user, system;
    } entry[PROF_PENDING_MAX];
};

/* A range of code and the counters in user memory that its ticks go to. */
struct prof_region {
    uint64_t counters; /* user address, even */
    uint64_t nbytes;   /* of counters */
    uint64_t offset;   /* first pc */
    uint32_t scale;    /* 0: off; 1 ... PROF_SCALE_MAX */
};

/* A process's ticks and profile.  Fields: [lock]; the first two are atomic, and `generation` may be
 * read without the lock. */
struct prof {
    uint64_t user_ticks, system_ticks; /* of its whole life, profiled or not */
    struct spinlock lock;
    uint32_t generation; /* odd while it is on.  Counts the times it was turned on or off: ticks of
                            an earlier time are no part of this one */
    struct prof_region region;
    struct profstat stat; /* but for what prof_stat() knows otherwise */
};

void prof_init(struct prof *prof);

/* Interrupt half, interrupts off: charges one tick to the thread that runs on this CPU; notes n
 * periods in which it ran and no tick could be taken. */
void prof_tick(struct thread *thread, bool user);
void prof_missed(struct thread *thread, uint64_t n);

/* Task half: bins what the calling thread owes.  May sleep; no spin locks held. */
void prof_flush(struct thread *thread);

/* fork succeeds: the child, made by prof_init() and not running yet, is profiled as its parent is,
 * its counts from 0. */
void prof_fork(struct prof *parent, struct prof *child);

/* exec succeeds: settles what the calling thread owes, still on its old memory, then off. */
void prof_exec(struct thread *thread);

/* profil(2) and profstat(2), for the calling thread's process.  Both settle first what the thread
 * owes; both may sleep.  prof_set: 0, -EINVAL or -EFAULT, as abi/prof.h says. */
int prof_set(struct thread *thread, const struct prof_region *region);
void prof_stat(struct thread *thread, struct profstat *stat);

#endif
