/*
 * Profiling: the hooks that the rest of the kernel calls, and the state behind profil(2).
 *
 * One tick goes through three files: arch/x86/trap.c takes the timer's interrupt, sched/clock.c
 * charges it to the thread that runs and calls prof_tick(), and before that thread returns to user
 * mode prof_flush() in prof/prof.c increments the counter.
 *
 * Two halves, because the counter is in the program's memory.  Its page may not be there yet, or
 * may be shared after fork, so touching it may fault, and handling a page fault may sleep; an
 * interrupt may do neither.  So the interrupt half, prof_tick(), only records the user pc in the
 * thread: the tick is pending.  The task half, prof_flush(), runs in the thread itself, where a
 * page fault is an ordinary page fault.  For example, a program takes a tick in a read():
 *
 *     0x401250  syscall        the tick comes while the kernel copies: pending at pc 0x401252
 *     0x401252  test %rax,%rax before this, prof_flush() increments the counter of 0x401252
 *
 * A tick in the kernel is recorded at the pc that the thread will return to.  That pc changes only
 * where a handler returns (sigreturn), and after a flush, where a signal is delivered: once to make
 * the call again, once more to enter the handler.  So pending ticks are at three different pcs at
 * most: PROF_PENDING_MAX.
 *
 * The profile belongs to the process, and its threads share it; each thread has its own pending
 * ticks.
 *
 * Source: the contract in doc/profiling.md; 4.4BSD profil(2), IRIX sprofil(2).
 */
#ifndef PROF_PROF_H
#define PROF_PROF_H

#include "core/spin.h"
#include "prof/table.h"
#include <abi/prof.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct thread;

#define PROF_PENDING_MAX 3

/* A thread's ticks that are in no counter yet, by pc. */
struct prof_pending {
    uint32_t count;      /* entries in use */
    uint32_t generation; /* the profile that they are of: struct profile's, when they came */
    uint64_t missed;     /* periods without a tick */
    struct prof_ticks {
        uint64_t pc;
        uint32_t user, system;
    } entry[PROF_PENDING_MAX];
};

/* A process's ticks and profile.  Fields: [lock]; the first two are atomic, and `generation` may be
 * read without the lock. */
struct profile {
    uint64_t ticks[2]; /* of its whole life, profiled or not: in the kernel, in user mode (true) */
    bool timed;        /* an interval timer counts these ticks: each sets WORK_ITIMER */
    struct spinlock lock;
    uint32_t generation; /* odd while profiling is on: incremented when it is turned on or off, by
                            2 when one profile replaces another.  It tells their ticks apart */
    struct prof_table table; /* empty while it is off */
    struct profstat stat;    /* some fields are filled in by prof_stat() only */
};

void prof_init(struct profile *prof);

/* Interrupt half, interrupts off; the thread is the one that runs on this CPU.  prof_tick charges a
 * tick to it; prof_missed records n periods in which it ran and no tick could be taken. */
void prof_tick(struct thread *thread, bool user);
void prof_missed(struct thread *thread, uint64_t n);

/* Task half: adds the calling thread's pending ticks to the counters.  May sleep; no spin lock is
 * held. */
void prof_flush(struct thread *thread);

/* fork succeeds: the child, made by prof_init() and not running yet, is profiled as its parent is,
 * with counts that start at 0. */
void prof_fork(struct profile *parent, struct profile *child);

/* exec succeeds: flushes the calling thread's pending ticks to the counters of the old program,
 * whose space it is still in, and turns profiling off. */
void prof_exec(struct thread *thread);

/* For the calling thread's process; each flushes the thread's pending ticks first, and may sleep.
 *
 * prof_set begins a new profile and takes the table over, sorted and checked but for the memory: 0,
 * or -EFAULT if some byte of its counters is not writable; the table is freed then, and profiling
 * is off.  prof_stop turns profiling off, for a reason. */
int prof_set(struct thread *thread, struct prof_table *table);
void prof_stop(struct thread *thread, uint32_t reason);
void prof_stat(struct thread *thread, struct profstat *stat);

/* The process is gone. */
void prof_destroy(struct profile *prof);

#endif
