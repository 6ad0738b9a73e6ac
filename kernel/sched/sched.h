/*
 * The scheduler: which thread a CPU runs next.  It starts, wakes, switches and ends threads;
 * sched/thread.h says what they are.
 */
#ifndef SCHED_SCHED_H
#define SCHED_SCHED_H

#include "core/spin.h"
#include <stdint.h>

struct share;
struct thread;

/* Makes a new thread ready to run. */
void sched_start(struct thread *thread);

/* The calling thread's process gets the time that an ended process has left. */
void sched_merge(const struct share *from);

/* Lets others run; returns when it is this thread's turn again. */
void sched_yield(void);

/* The same, if their turn has come: for a call that takes longer than a time slice. */
void sched_yield_if_due(void);

/* Ends the calling thread, which has called debug_thread_leaves().  It is freed once its stack is
 * out of use.  lock: NULL, or the one spin lock that the caller holds; it is released when
 * sched_lock is held, which then is until the CPU has left the thread. */
_Noreturn void sched_end(struct spinlock *lock);

/* Sets the bits in thread.work and makes the thread see them soon: it is woken from an
 * interruptible sleep (WORK_SIGNAL, WORK_EXIT), or its CPU is interrupted if it runs in user mode.
 * The caller keeps the thread from being freed (process lock). */
void sched_notify(struct thread *thread, uint32_t work);

/* On each CPU, once: from sched_init_cpu() on the caller is the CPU's idle thread; sched_idle() is
 * that thread's loop. */
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

/* Ends a sleep: the thread is ready, and its sleep returns result.  [sched_lock] */
void sched_wake(struct thread *thread, int result);

#endif
