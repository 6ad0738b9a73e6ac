/*
 * Handlers.  A handler returns to __signal_return, which jumps to the stub of sigreturn(2): the
 * return takes sf_restorer off the stack, which leaves rsp where that call wants it (abi/signal.h).
 */
#include <errno.h>
#include <signal.h>
#include <sys/calls.h>

#include "../thread.h"

extern const char __signal_return[]; /* return.S; its first byte is only there to be before */

int sigaction(int sig, const struct sigaction *act, struct sigaction *old)
{
    struct sigaction with;

    if (act) {
        with = *act;
        with.sa_restorer = (void (*)(void))(__signal_return + 1);
        act = &with;
    }
    return __sigaction(sig, act, old);
}

sighandler_t signal(int sig, sighandler_t handler)
{
    struct sigaction act = {.sa_handler = handler, .sa_flags = SA_RESTART}, old;

    return sigaction(sig, &act, &old) < 0 ? SIG_ERR : old.sa_handler;
}

int raise(int sig)
{
    return __thread_kill(thread_self(), sig) < 0 ? -1 : 0;
}

int sigqueue(pid_t pid, int sig, union sigval value)
{
    return __sigqueue(pid, sig, SI_QUEUE, value.sival_ptr);
}

int pthread_kill(pthread_t t, int sig)
{
    int before = errno;

    int error = __thread_kill(t, sig) < 0 ? errno : 0;
    errno = before;
    return error == ESRCH && thread_exists(t) ? 0 : error; /* one that has ended is still to join */
}

int killpg(pid_t pgid, int sig)
{
    return kill(-pgid, sig);
}

int pause(void)
{
    sigset_t now;

    sigprocmask(SIG_BLOCK, NULL, &now);
    return sigsuspend(&now);
}
