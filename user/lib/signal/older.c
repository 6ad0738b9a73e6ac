/* The functions of X/Open from before sigaction (POSIX.1-2017, XSH 3 sigset, siginterrupt). */
#include <errno.h>
#include <signal.h>
#include <stddef.h>

/* Whether the signal was blocked before, or -1. */
static int change_mask(int how, int sig)
{
    sigset_t set, old;

    sigemptyset(&set);
    if (sigaddset(&set, sig) < 0 || sigprocmask(how, &set, &old) < 0)
        return -1;
    return sigismember(&old, sig);
}

int sighold(int sig)
{
    return change_mask(SIG_BLOCK, sig) < 0 ? -1 : 0;
}

int sigrelse(int sig)
{
    return change_mask(SIG_UNBLOCK, sig) < 0 ? -1 : 0;
}

int sigignore(int sig)
{
    return signal(sig, SIG_IGN) == SIG_ERR ? -1 : 0;
}

/* The action and the mask are two calls, as in POSIX: a signal may come in between. */
sighandler_t sigset(int sig, sighandler_t handler)
{
    struct sigaction act = {.sa_handler = handler}, old;

    if (sigaction(sig, handler == SIG_HOLD ? NULL : &act, &old) < 0)
        return SIG_ERR;
    if (handler == SIG_HOLD && (sig == SIGKILL || sig == SIGSTOP)) {
        errno = EINVAL;
        return SIG_ERR;
    }
    int blocked = change_mask(handler == SIG_HOLD ? SIG_BLOCK : SIG_UNBLOCK, sig);
    return blocked < 0 ? SIG_ERR : blocked ? SIG_HOLD : old.sa_handler;
}

int sigpause(int sig)
{
    sigset_t set;

    sigprocmask(SIG_BLOCK, NULL, &set);
    return sigdelset(&set, sig) < 0 ? -1 : sigsuspend(&set);
}

int siginterrupt(int sig, int flag)
{
    struct sigaction act;

    if (sigaction(sig, NULL, &act) < 0)
        return -1;
    act.sa_flags = flag ? act.sa_flags & ~SA_RESTART : act.sa_flags | SA_RESTART;
    return sigaction(sig, &act, NULL);
}
