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
 * A tick in the kernel is recorded at the pc that the thread will return to.  Few things change
 * that pc: a handler's return (sigreturn); and the delivery of a signal, which comes after a flush:
 * once to make the call again, and once to enter the handler.  So pending ticks are at three
 * different pcs at most, PROF_PENDING_MAX.
 *
 * A process's profile has two sessions.  Its own is what the program turned on itself, by profil(2)
 * and the like.  The other is a record, which the kernel was asked to make of it.  A program that
 * profiles itself can be recorded all the same, and its profile is no other: each tick is pending
 * in both and counted in both, and one is turned on and off without the other.  The profile belongs
 * to the process, and its threads share it; each thread has its own pending ticks.
 *
 * Source: the contract in doc/profiling.md; 4.4BSD profil(2), IRIX sprofil(2), OmniOS pcsample(2).
 */
#ifndef PROF_PROF_H
#define PROF_PROF_H

#include "core/spin.h"
#include "prof/stacks.h"
#include "prof/table.h"
#include <abi/prof.h>
#include <abi/types.h>
#include <stdbool.h>
#include <stdint.h>

struct thread;

#define PROF_PENDING_MAX 3

enum prof_session_kind { PROF_OWN, PROF_RECORD, PROF_SESSIONS };

/* A thread's ticks that a session has not got yet, by pc: which it gets in this order. */
struct prof_pending {
    uint32_t count;      /* entries in use */
    uint32_t generation; /* the session's, when they came */
    uint64_t missed;     /* periods without a tick */
    struct prof_ticks {
        struct user_place place; /* only the pc, unless the sink is of stacks */
        uint32_t n[2];           /* in the kernel, in user mode (true) */
    } entry[PROF_PENDING_MAX];
};

/* pcsample(2)'s array, in user memory: the pcs themselves, in the order in which they came. */
struct prof_samples {
    uint64_t first; /* user address, a multiple of 8 */
    uint64_t max;   /* elements */
};

/* Where a session's ticks go. */
struct prof_sink {
    enum prof_sink_kind { PROF_SINK_TABLE, PROF_SINK_SAMPLES, PROF_SINK_STACKS } kind;
    union {
        struct prof_table table;
        struct prof_samples samples;
        struct prof_stacks stacks;
    };
};

/* Fields: [lock]; `generation`, and after it the sink's kind, may be read without it. */
struct prof_session {
    struct spinlock lock;
    uint32_t generation; /* odd while it is on: plus 1 when it is turned on or off, plus 2 when one
                            sink replaces another.  So a tick knows the sink that it is for */
    int64_t (*add)(void *counter, uint32_t n, uint32_t ceiling); /* to a counter of its table */
    struct prof_sink sink;                                       /* empty while it is off */
    uint64_t sampled;     /* samples stored since the last pcsample(2) */
    struct profstat stat; /* some fields are filled in when it is read */
    uint64_t fault;       /* the user address that a tick has just failed to write */
};

/* Time in which no thread of a process ran: as in struct prof_record (abi/record.h). */
struct prof_waits {
    uint64_t ready_ns, disk_ns;
};

/* A process's ticks and profile. */
struct profile {
    struct prof_session session[PROF_SESSIONS];
    uint64_t ticks[2]; /* [atomic] of its whole life, profiled or not: in the kernel, in user mode
                          (true) */
    bool timed;        /* [atomic] an interval timer counts these ticks: each sets WORK_ITIMER */
    pid_t pid;         /* the process's, for the trace */
    struct prof_waits waits; /* [sched_lock] to change it: of its whole life */
    uint64_t waited_to;      /* [sched_lock] when it last ran, or the end of its last wait */
};

void prof_init(struct profile *prof);

/* Interrupt half, interrupts off; the thread is the one that runs on this CPU.  prof_tick charges a
 * tick to it, or counts a missed one if it has left its process (proc/exit.c).  prof_missed records
 * n periods in which the thread ran and no tick could be taken. */
void prof_tick(struct thread *thread, bool user);
void prof_missed(struct thread *thread, uint64_t n);

/* Task half: gives the calling thread's pending ticks to their sessions.  May sleep: interrupts are
 * on, and no spin lock is held. */
void prof_flush(struct thread *thread);

/* Whether the calling thread has no pending ticks in either.  Interrupts are off. */
bool prof_is_flushed(const struct thread *thread);

/* fork succeeds: the child, made by prof_init() and not running yet, is profiled as its parent is,
 * with counts that start at 0.  A record does not go on in the child, but counts it.  It counts it
 * also when PROF_FAULT has turned it off: only prof_record_end() ends it. */
void prof_fork(struct profile *parent, struct profile *child);

/* exec succeeds: flushes the calling thread's pending ticks to the counters of the old program,
 * whose space it is still in, and turns the process's own session off.  A record goes on. */
void prof_exec(struct thread *thread);

/* For the calling thread's process; each flushes the thread's pending ticks first, and may sleep.
 * Only one thread at a time may call one that turns profiling on or off, and not during a fork.
 *
 * prof_set begins a new profile and takes the table over, which is sorted and checked except for
 * the memory.  Returns 0, or -EFAULT if some byte of its counters is not writable and the table is
 * not lazy; then the table is freed, and profiling is off.  prof_set_stacks does the same with
 * stack samples.  prof_stop turns profiling off, for a reason.  prof_sample is pcsample(2): it
 * returns the count. */
int prof_set(struct thread *thread, struct prof_table *table);
int prof_set_stacks(struct thread *thread, const struct prof_stacks *stacks);
void prof_stop(struct thread *thread, uint32_t reason);
int64_t prof_sample(struct thread *thread, const struct prof_samples *samples);
void prof_stat(struct thread *thread, struct profstat *stat);

/* Begins a record, which takes the sink over; there is none.  Any thread may call it that keeps the
 * process from going away: record/record.c says how.  The counters are memory of the process, and
 * nothing is checked: what cannot be written ends the record, with the reason PROF_FAULT. */
void prof_record_begin(struct profile *prof, const struct prof_sink *sink);

/* Ends the record, if it has not ended by itself, and stores its final counts.  Afterwards neither
 * these nor the counters change any more.  A thread of the process, in the space of the counters,
 * flushes its own pending ticks first, and may sleep.  A thread of another process does not sleep,
 * and needs what prof_record_begin() needs; ticks that are pending then are in no count. */
void prof_record_end(struct profile *prof, struct profstat *stat);

/* The process is gone. */
void prof_destroy(struct profile *prof);

#endif
