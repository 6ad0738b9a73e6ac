/* Sets of signals: bit n stands for signal n. */
#include <errno.h>
#include <signal.h>

#include "../thread.h"

static int bad(int sig)
{
    if (sig > 0 && sig < NSIG)
        return 0;
    errno = EINVAL;
    return -1;
}

int sigemptyset(sigset_t *set)
{
    *set = 0;
    return 0;
}

int sigfillset(sigset_t *set)
{
    *set = ~(1u | 1u << SIGCANCEL);
    return 0;
}

int sigaddset(sigset_t *set, int sig)
{
    if (bad(sig))
        return -1;
    *set |= 1u << sig;
    return 0;
}

int sigdelset(sigset_t *set, int sig)
{
    if (bad(sig))
        return -1;
    *set &= ~(1u << sig);
    return 0;
}

int sigismember(const sigset_t *set, int sig)
{
    return bad(sig) ? -1 : (int)(*set >> sig & 1);
}

int pthread_sigmask(int how, const sigset_t *set, sigset_t *old)
{
    int before = errno;

    int error = sigprocmask(how, set, old) < 0 ? errno : 0;
    errno = before;
    return error;
}
