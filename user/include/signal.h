/* Signals (POSIX.1-2017, <signal.h>; the kernel's side is in abi/signal.h). */
#ifndef _SIGNAL_H
#define _SIGNAL_H

#include <abi/signal.h>
#include <abi/time.h>
#include <abi/types.h>

typedef struct __thread_block *pthread_t;
typedef int sig_atomic_t;

sighandler_t signal(int sig,
                    sighandler_t handler); /* stays installed; interrupted calls are restarted */
int sigaction(int sig, const struct sigaction *act, struct sigaction *old);
int raise(int sig); /* to the calling thread */
int kill(pid_t pid, int sig);
int killpg(pid_t pgid, int sig);

int sigprocmask(int how, const sigset_t *set, sigset_t *old);
int pthread_kill(pthread_t t, int sig); /* 0, EINVAL, or ESRCH for one that was joined */
int pthread_sigmask(int how, const sigset_t *set, sigset_t *old);
int sigpending(sigset_t *set);
int sigsuspend(const sigset_t *mask);

int sigemptyset(sigset_t *set);
int sigfillset(sigset_t *set);
int sigaddset(sigset_t *set, int sig);
int sigdelset(sigset_t *set, int sig);
int sigismember(const sigset_t *set, int sig);
void psignal(int sig, const char *what);
void psiginfo(const siginfo_t *info, const char *what);

/* Waits for a blocked signal of the set and takes it; for SIGCHLD, give it a handler first. */
int sigwait(const sigset_t *set, int *sig); /* 0 or an error number */
int sigwaitinfo(const sigset_t *set, siginfo_t *info);
int sigtimedwait(const sigset_t *set, siginfo_t *info, const struct timespec *timeout);

int sigaltstack(const stack_t *stack, stack_t *old);

/* The older functions (POSIX.1-2017, sigset: an X/Open extension). */
#define SIG_HOLD ((sighandler_t)2) /* sigset's: blocks the signal */
sighandler_t sigset(int sig, sighandler_t handler);
int sighold(int sig);
int sigrelse(int sig);
int sigignore(int sig);
int sigpause(int sig);
int siginterrupt(int sig, int flag);

#endif
