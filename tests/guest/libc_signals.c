/* The library's functions for signals: signal and sigaction with a handler of either kind, a
 * blocked signal that is pending until sigsuspend takes it, and alarm with pause. */
/* machine: det=1 */
#include "check.h"
#include <errno.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t caught;

static void note_signal(int sig)
{
    caught = sig;
}

static void note_sender(int sig, siginfo_t *info, void *context)
{
    if (sig == info->si_signo && context)
        caught = info->si_pid;
}

static void handlers(void)
{
    struct sigaction act = {.sa_sigaction = note_sender, .sa_flags = SA_SIGINFO};
    CHECK_EQ(signal(SIGUSR1, note_signal), SIG_DFL);
    CHECK_EQ(raise(SIGUSR1), 0);
    CHECK_EQ(caught, SIGUSR1);
    CHECK_EQ(signal(SIGUSR1, SIG_DFL), note_signal);
    CHECK_EQ(signal(SIGKILL, note_signal), SIG_ERR);
    CHECK_EQ(errno, EINVAL);
    CHECK_EQ(sigaction(SIGUSR2, &act, NULL), 0);
    CHECK_EQ(raise(SIGUSR2), 0);
    CHECK_EQ(caught, getpid());
}

static void blocked(void)
{
    signal(SIGUSR1, note_signal);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigset_t old;
    CHECK_EQ(sigprocmask(SIG_BLOCK, &set, &old), 0);
    caught = 0;
    raise(SIGUSR1);
    CHECK_EQ(caught, 0);
    CHECK_EQ(sigpending(&set), 0);
    CHECK_EQ(sigismember(&set, SIGUSR1), 1);
    CHECK_FAILS(sigsuspend(&old), EINTR);
    CHECK_EQ(caught, SIGUSR1);
    sigprocmask(SIG_SETMASK, &old, NULL);
}

int main(void)
{
    handlers();
    blocked();
    signal(SIGALRM, note_signal);
    alarm(1);
    CHECK_FAILS(pause(), EINTR);
    CHECK_EQ(caught, SIGALRM);
    return 0;
}
