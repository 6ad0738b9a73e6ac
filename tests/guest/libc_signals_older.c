/* sigset, sighold and the other functions from before sigaction. */
#include "child.h"

static volatile sig_atomic_t calls;

static void count(int sig)
{
    (void)sig;
    calls++;
}

static int is_blocked(int sig)
{
    sigset_t mask;
    CHECK_EQ(sigprocmask(SIG_BLOCK, NULL, &mask), 0);
    return sigismember(&mask, sig);
}

static void hold(void)
{
    CHECK_EQ(sigset(SIGUSR1, count), SIG_DFL);
    CHECK_EQ(sighold(SIGUSR1), 0);
    CHECK_EQ(is_blocked(SIGUSR1), 1);
    raise(SIGUSR1);
    CHECK_EQ(calls, 0);
    CHECK_FAILS(sigpause(SIGUSR1), EINTR);
    CHECK_EQ(calls, 1);
    CHECK_EQ(is_blocked(SIGUSR1), 1);
    raise(SIGUSR1);
    CHECK_EQ(sigrelse(SIGUSR1), 0);
    CHECK_EQ(calls, 2);
    CHECK_EQ(is_blocked(SIGUSR1), 0);
}

static void set(void)
{
    CHECK_EQ(sigset(SIGUSR1, SIG_HOLD), count);
    CHECK_EQ(is_blocked(SIGUSR1), 1);
    CHECK_EQ(sigset(SIGUSR1, count), SIG_HOLD); /* which also releases it */
    CHECK_EQ(is_blocked(SIGUSR1), 0);
    CHECK_EQ(sigignore(SIGUSR1), 0);
    CHECK_EQ(raise(SIGUSR1), 0);
    CHECK_EQ(sigset(SIGUSR1, SIG_DFL), SIG_IGN);
    CHECK_EQ(calls, 2);
}

static void errors(void)
{
    CHECK_FAILS(sighold(NSIG), EINVAL);
    CHECK_FAILS(sigrelse(-1), EINVAL);
    CHECK_FAILS(sigpause(0), EINVAL);
    CHECK_FAILS(sigignore(SIGKILL), EINVAL);
    errno = 0;
    CHECK_EQ(sigset(SIGKILL, count), SIG_ERR);
    CHECK_EQ(errno, EINVAL);
    errno = 0;
    CHECK_EQ(sigset(SIGSTOP, SIG_HOLD), SIG_ERR);
    CHECK_EQ(errno, EINVAL);
    CHECK_FAILS(siginterrupt(NSIG, 1), EINVAL);
}

static void interrupt(void)
{
    signal(SIGUSR2, count);
    CHECK_EQ(siginterrupt(SIGUSR2, 1), 0);
    struct sigaction act;
    CHECK_EQ(sigaction(SIGUSR2, NULL, &act), 0);
    CHECK_EQ(act.sa_flags & SA_RESTART, 0);
    CHECK_EQ(siginterrupt(SIGUSR2, 0), 0);
    CHECK_EQ(sigaction(SIGUSR2, NULL, &act), 0);
    CHECK_EQ(act.sa_flags & SA_RESTART, SA_RESTART);
    CHECK_EQ(act.sa_handler, count);
}

int main(void)
{
    hold();
    set();
    errors();
    interrupt();
    return 0;
}
