/* Waiting for blocked signals; sigtimedwait itself is a system call. */
#include <errno.h>
#include <signal.h>
#include <stddef.h>

int sigwaitinfo(const sigset_t *set, siginfo_t *info)
{
    return sigtimedwait(set, info, NULL);
}

int sigwait(const sigset_t *set, int *sig)
{
    int before = errno, error = 0, taken;

    do
        taken = sigtimedwait(set, NULL, NULL);
    while (taken < 0 && errno == EINTR);
    if (taken < 0)
        error = errno;
    else
        *sig = taken;
    errno = before;
    return error;
}
