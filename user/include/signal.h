/* Signals (POSIX.1-2017, <signal.h>; the kernel's side is in abi/signal.h). */
#ifndef _SIGNAL_H
#define _SIGNAL_H

#include <abi/signal.h>
#include <abi/time.h>
#include <abi/types.h>
#include <sys/thread_t.h>

typedef int sig_atomic_t;

typedef sighandler_t sig_t; /* its name in 4.4BSD */

sighandler_t signal(int sig,
                    sighandler_t handler); /* stays installed; interrupted calls are restarted */
int sigaction(int sig, const struct sigaction *act, struct sigaction *old);
int raise(int sig); /* to the calling thread */
int kill(pid_t pid, int sig);
int killpg(pid_t pgid, int sig);
int sigqueue(pid_t pid, int sig, union sigval value); /* in place of one that is pending */

/* What a timer of timer_create (<time.h>) does when it expires. */
struct sigevent {
    int sigev_notify; /* SIGEV_* */
    int sigev_signo;
    union sigval sigev_value;
    void (*sigev_notify_function)(union sigval); /* SIGEV_THREAD: each time in a new thread */
    pthread_attr_t *sigev_notify_attributes;     /* of these threads, or NULL */
};

#define SIGEV_SIGNAL 0
#define SIGEV_NONE   1
#define SIGEV_THREAD 2

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

/* si_code of faults; not all can come from this machine. */
#define ILL_ILLOPC  1
#define ILL_ILLOPN  2
#define ILL_ILLADR  3
#define ILL_ILLTRP  4
#define ILL_PRVOPC  5
#define ILL_PRVREG  6
#define ILL_COPROC  7
#define ILL_BADSTK  8
#define FPE_INTDIV  1
#define FPE_INTOVF  2
#define FPE_FLTDIV  3
#define FPE_FLTOVF  4
#define FPE_FLTUND  5
#define FPE_FLTRES  6
#define FPE_FLTINV  7
#define FPE_FLTSUB  8
#define SEGV_MAPERR 1
#define SEGV_ACCERR 2
#define BUS_ADRALN  1
#define BUS_ADRERR  2
#define BUS_OBJERR  3
#define TRAP_TRACE  2
#define CLD_DUMPED  3 /* no process leaves a core */
#define CLD_TRAPPED 4

/* The older functions (POSIX.1-2017, sigset: an X/Open extension). */
#define SIG_HOLD ((sighandler_t)2) /* sigset's: blocks the signal */
sighandler_t sigset(int sig, sighandler_t handler);
int sighold(int sig);
int sigrelse(int sig);
int sigignore(int sig);
int sigpause(int sig);
int siginterrupt(int sig, int flag);

#endif
