/* The way back to user mode: what a thread does first. */
#ifndef PROC_RETURN_H
#define PROC_RETURN_H

struct thread;

/* What must be done before returning to user mode: called by the architecture's one return path,
 * with interrupts on or off; returns with interrupts on, and is called again while there is more.
 */
void return_to_user_work(struct thread *thread);

#endif
