/*
 * The run queue: the threads that are ready to run, first come first served unless
 * said otherwise, for all CPUs.
 *
 * Lock: the scheduler's (sched_lock), except where noted.
 */
#ifndef SCHED_RUNQ_H
#define SCHED_RUNQ_H

#include <stdbool.h>

struct thread;

void runq_push(struct thread *thread);
void runq_push_first(struct thread *thread); /* before all that wait already */
struct thread *runq_pop(void);               /* NULL when no thread is ready */
bool runq_is_empty(void);                    /* without the lock no more than a hint */

#endif
