/* Inside sched/ only: what the scheduler, wait queues and the clock share. */
#ifndef SCHED_SCHED_H
#define SCHED_SCHED_H

#include "sched/thread.h"

/* Guards the run queue, all wait queues, and the [S] fields of all threads.  It is held across a
 * switch: the thread that is switched to releases it.  So no CPU can pick a thread whose registers
 * another is still saving. */
extern struct spinlock sched_lock;

/* Gives the CPU to the next ready thread; the caller has set its own state, holds sched_lock and no
 * other spin lock.  Returns, with the lock, when it is the caller's turn again. */
void sched_switch(void);

/* Ends a sleep; the thread is ready and the sleep returns result.  [sched_lock] */
void sched_wake(struct thread *thread, int result);

bool sched_others_ready(void); /* a hint, without the lock */

#endif
