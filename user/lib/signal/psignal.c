#include <signal.h>
#include <stdio.h>
#include <string.h>

void psignal(int sig, const char *what)
{
    if (what && *what)
        fprintf(stderr, "%s: %s\n", what, strsignal(sig));
    else
        fprintf(stderr, "%s\n", strsignal(sig));
}

void psiginfo(const siginfo_t *info, const char *what)
{
    psignal(info->si_signo, what);
}
