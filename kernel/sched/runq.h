/*
 * The run queue: the threads that are ready to run, for all CPUs.  Processes take turns, and so do
 * the threads of a process: a process with a hundred busy threads gets as much as one with one.
 *
 * Lock: the scheduler's (sched_lock), except where noted.
 */
#ifndef SCHED_RUNQ_H
#define SCHED_RUNQ_H

#include "core/list.h"
#include <stdbool.h>
#include <stdint.h>

struct thread;

/* A process's share of the CPUs, or that of all kernel threads together. */
struct share {
    struct list link;    /* on the run queue while it has threads there that wait for its turn: */
    struct list woken;   /* those that have slept, */
    struct list others;  /* and the others */
    bool woken_last;     /* its last turn was that of a thread that had slept */
    uint64_t turn_ns;    /* the round in which its turn comes: when that begins, */
    uint64_t used_to_ns; /* and up to where it has used its time, both on the clock of rounds */
};

extern struct share runq_kernel; /* that of kernel threads, which is never charged */

void runq_init_share(struct share *share);

/* Divides the time that `from` has left of its slice between it and `to`, which is new. */
void runq_split(struct share *from, struct share *to);

/* Gives `to` the time that `from`, whose threads have ended, has left of its slice. */
void runq_merge(const struct share *from, struct share *to);

void runq_push(struct thread *thread);       /* it gives way to others */
void runq_push_woken(struct thread *thread); /* it has slept, or is new */
struct thread *runq_pop(void);               /* NULL when no thread is ready */
bool runq_is_empty(void);                    /* without the lock no more than a hint */

#endif
