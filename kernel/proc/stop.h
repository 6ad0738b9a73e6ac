/*
 * Stopping a process and letting it go on (POSIX.1-2017, XSH 2.4).
 *
 * A stop signal (STOP_SIGNALS) whose action is the default one sets process.stopped.  Each thread
 * of the process then sleeps in stop_wait() on its way back to user mode, where it holds no lock;
 * so a thread in a long call stops when the call is over.  SIGCONT clears the flag as it is sent,
 * whatever its action is, and so does SIGKILL.  SIGCONT removes pending stop signals, and a stop
 * signal a pending SIGCONT.
 *
 * A change is noted in process.stop_status for waitpid(2), in one step with the flag.  The process
 * itself then notifies its parent, because the sender of a SIGCONT may not take process_tree_lock.
 *
 * A process group is orphaned if no member has a parent in another group of the same session, other
 * than process 1: no shell is left that would let it go on.  So SIGTSTP, SIGTTIN and SIGTTOU do not
 * stop its members.
 */
#ifndef PROC_STOP_H
#define PROC_STOP_H

#include <abi/signal.h>
#include <abi/types.h>
#include <stdbool.h>

struct process;

#define STOP_SIGNALS (1u << SIGSTOP | 1u << SIGTSTP | 1u << SIGTTIN | 1u << SIGTTOU)

/* Signals whose sending concerns this module. */
#define STOP_CHANGES (STOP_SIGNALS | 1u << SIGCONT | 1u << SIGKILL)

/* Removes these signals from the pending ones.  The caller holds process.lock. */
void stop_discard(struct process *process, sigset_t set);

/* A signal of STOP_CHANGES is being sent to the process.  The caller holds process.lock. */
void stop_signal(struct process *process, int sig);

/* The caller holds process_tree_lock. */
bool stop_is_orphaned(pid_t pgid);

/* The calling thread takes a pending stop signal: the process is stopped, unless a SIGCONT has
 * removed the signal, a SIGKILL is to end it, or its group is orphaned.  Never sleeps; no locks
 * held. */
void stop_take(int sig);

/* Sleeps while the calling process is stopped and the thread is not to end: 0.  Returns early, with
 * its status (abi/wait.h), if the parent is to be notified of a change.  No locks held. */
int stop_wait(void);

#endif
