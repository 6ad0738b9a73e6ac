/*
 * The scheduler: which thread a CPU runs next.
 */
#ifndef SCHED_SCHED_H
#define SCHED_SCHED_H

#include "core/spin.h"
#include <stdbool.h>

struct thread;

/* Lets others run; returns when it is this thread's turn again. */
void sched_yield(void);

/* On each CPU, once: the caller becomes the CPU's idle thread, and in sched_idle() acts as it. */
void sched_init_cpu(void);
_Noreturn void sched_idle(void);

/* ---- inside sched/ ---- */

/* Guards the run queue, all wait queues, and the [S] fields of all threads.  It is held across a
 * switch: the thread that is switched to releases it.  So no CPU can pick a thread whose registers
 * another is still saving. */
extern struct spinlock sched_lock;

/* Gives the CPU to the next ready thread; the caller has set its own state, holds sched_lock and no
 * other spin lock.  Returns, with the lock, when it is the caller's turn again. */
void sched_switch(void);

/* A thread's first act: ends the switch that led to it. */
void sched_thread_begins(void);

/* Makes a new thread ready. */
void sched_start(struct thread *thread);

/* Ends a sleep; the thread is ready and the sleep returns result.  [sched_lock] */
void sched_wake(struct thread *thread, int result);

bool sched_others_ready(void); /* a hint, without the lock */

#endif
