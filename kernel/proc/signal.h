/*
 * Signals: sending them, and letting a thread take them.
 *
 * Sending never sleeps and may be done from interrupts, unless a comment says otherwise.  The
 * contract with programs is abi/signal.h.
 */
#ifndef PROC_SIGNAL_H
#define PROC_SIGNAL_H

#include "sched/thread.h"
#include <abi/signal.h>
#include <abi/types.h>
#include <stdbool.h>

struct process;

#define SI_FAULT 1 /* si_code of a fault; SIGSEGV also has SEGV_ACCERR */

static inline sigset_t signal_bit(int sig)
{
    return (sigset_t)1 << sig;
}

/* Signals that a program may block: all but SIGKILL and SIGSTOP (bit 0 is no signal). */
#define SIGNALS_BLOCKABLE (~((sigset_t)1 << SIGKILL | 1u << SIGSTOP | 1u))

/* Sends a signal to a process that cannot be freed during the call (see proc/process.h).  It is
 * dropped if the process ignores it or is ending.  Takes process.lock. */
void signal_send(struct process *process, const siginfo_t *info);

/* The same; the caller holds process.lock. */
void signal_send_locked(struct process *process, const siginfo_t *info);

/* Sends a signal from the kernel to every process of a group: ^C on the console.  False: each of
 * them is ending or has ended.  The caller holds process_tree_lock, which is released now and
 * then. */
bool signal_group(pid_t pgid, int sig);

/* Tells the parent that this is the child's status now (abi/wait.h): by SIGCHLD, unless the child
 * is no zombie and the parent has set SA_NOCLDSTOP, and in waitpid.  False: the parent has set
 * SIGCHLD to be ignored, or SA_NOCLDWAIT, and wants no zombies (POSIX, XSH 3 _Exit).  The caller
 * holds process_tree_lock. */
bool signal_parent(const struct process *child, int status);

/* Sends a signal from the kernel to the calling thread: SIGPIPE. */
void signal_raise(int sig);

/* kill(2), sigqueue(2): 0, -EINVAL (no such signal) or -ESRCH.  code: SI_USER or below. */
int signal_kill(pid_t pid, int sig, int code, union sigval value);

/* Sends a signal to the thread of the calling process that has that FS base; sig 0 sends nothing.
 * Its tid, -EINVAL, or -ESRCH: there is no such thread. */
int signal_kill_thread(uint64_t tls, int sig);

/* Notifies, for each pending signal, a thread that does not block it.  To be called after a thread
 * has ended or changed its mask; the caller holds process.lock. */
void signal_route(struct process *process);

/* Sets the calling thread's mask; SIGKILL and SIGSTOP are never blocked. */
void signal_set_mask(sigset_t mask);

/* Sets it for a wait: thread.saved_mask stays.  If a signal ends the wait, signal_deliver() brings
 * that back when the handler returns, not before it is entered.  Otherwise the caller does. */
void signal_set_wait_mask(sigset_t mask);

/* Sleeps until the calling thread has a signal to take (-EINTR) or deadline_ns (-ETIMEDOUT).  A
 * signal that another thread takes does not end the sleep, unless this thread has seen the signal
 * before. */
int signal_wait_until(uint64_t deadline_ns);

/* Sleeps until a signal of the set is pending, and takes it: no handler runs.  Returns its number;
 * -EAGAIN at deadline_ns, or -EINTR when the thread has another signal to take. */
int signal_take(sigset_t set, uint64_t deadline_ns, siginfo_t *info);

/* sigaltstack(2): stores the calling thread's alternate stack and, unless stack is NULL, sets the
 * new one.  0; -EPERM: the thread runs on it; -EINVAL: ss_flags; -ENOMEM: it is too small. */
int signal_set_stack(const stack_t *stack, stack_t *old);

/* The result of a call that ends because of signals: -EINTR.  Says when the call is made again. */
int signal_interrupted(enum restart restart);

/* Whether the calling thread has a signal to take, or is to end.  The caller holds process.lock. */
bool signal_is_due(void);

/* Takes one signal, if the calling thread has one to take: its frame is then set up to enter the
 * handler, or the process begins to end.  The thread has no pending ticks: prof_flush() comes
 * first.  May sleep; no locks held. */
void signal_deliver(struct thread *thread);

/* sigreturn(2): restores the thread's registers and mask from the signal frame on its stack;
 * returns what the interrupted code had in the register for results. */
int64_t signal_return(struct thread *thread);

/* exec: resets caught signals to the default action, and drops the calling thread's alternate
 * stack. The caller holds process.lock. */
void signal_reset_handlers(struct process *process);

/* sigaction(2): stores the old action and, unless act is NULL, sets the new one.  0, or -EINVAL: no
 * such signal, or act is for SIGKILL or SIGSTOP. */
int signal_set_action(int sig, const struct sigaction *act, struct sigaction *old);

#endif
