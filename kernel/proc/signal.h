/*
 * Signals: sending them, and having a thread take them.
 *
 * Sending never sleeps and may be done from interrupts, but for what says otherwise.  The contract
 * with programs is abi/signal.h.
 */
#ifndef PROC_SIGNAL_H
#define PROC_SIGNAL_H

#include <abi/signal.h>
#include <abi/types.h>
#include <stdbool.h>

struct process;
struct thread;

/* si_code */
#define SI_SENT   0
#define SI_FAULT  1
#define SI_KERNEL 2

static inline sigset_t signal_bit(int sig)
{
    return (sigset_t)1 << sig;
}

/* Signals that a program may block: all but SIGKILL and the bit that stands for none. */
#define SIGNALS_BLOCKABLE (~((sigset_t)1 << SIGKILL | 1u))

/* Sends a signal to a process that the caller keeps from being freed (see proc/process.h): it is
 * dropped if the process ignores it or is ending.  Takes the process's lock. */
void signal_send(struct process *process, const siginfo_t *info);

/* To every process of a group, from the kernel: ^C on the console. */
void signal_group(pid_t pgid, int sig);

/* To the calling thread, from the kernel: SIGPIPE. */
void signal_raise(int sig);

/* kill(2). */
int64_t signal_kill(pid_t pid, int sig);

/* To the calling process's thread with that FS base; sig 0 only asks.  -ESRCH: there is none. */
int64_t signal_kill_thread(uint64_t tls, int sig);

/* Gives each pending signal to a thread that does not block it.  After the threads or their masks
 * changed; process lock held. */
void signal_route(struct process *process);

/* Changes the calling thread's mask; SIGKILL is never blocked. */
void signal_set_mask(sigset_t mask);

/* Sleeps until the calling thread has a signal to take: -EINTR; the call is made again if it turns
 * out to have been taken by another thread. */
int signal_wait(void);

/* What a call returns that a signal ended and that is not to be made again whatever the handler's
 * flags say: -EINTR. */
int signal_interrupted(void);

/* The same for a call that is always made again, once the signals are taken. */
int signal_postpones(void);

/* Whether the calling thread has a signal to take, or is to end; process lock held. */
bool signal_is_due(void);

/* Takes one signal, if the calling thread has one to take: its frame then leads to the handler, or
 * the process ends.  The thread's ticks are flushed.  May sleep; no locks held. */
void signal_deliver(struct thread *thread);

/* sigreturn(2): the thread's registers and mask are what its frame's stack says; returns what the
 * interrupted code had in the register of results. */
int64_t signal_return(struct thread *thread);

/* exec: caught signals go back to their default; process lock held. */
void signal_reset_handlers(struct process *process);

/* sigaction(2): act NULL only asks.  SIGKILL cannot be changed: -EINVAL. */
int signal_set_action(int sig, const struct sigaction *act, struct sigaction *old);

#endif
