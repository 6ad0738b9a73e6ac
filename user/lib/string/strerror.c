/* Texts of error numbers and signals.  The errors' come from the list in abi/errno.h. */
#include <errno.h>
#include <signal.h>
#include <string.h>

#include "../thread.h"

#define ERROR_NUMBER(name, number, text) _Static_assert((name) == (number), #name);
ERRNO_LIST(ERROR_NUMBER)

/* The text for an unknown number, in a buffer of the thread's own. */
static char *unknown(const char *what, int n)
{
    char *text = __error_text(), digits[12], *p = digits + sizeof(digits);
    unsigned left = n < 0 ? -(unsigned)n : (unsigned)n;

    *--p = 0;
    do
        *--p = '0' + left % 10;
    while (left /= 10);
    if (n < 0)
        *--p = '-';
    strlcpy(text, what, ERROR_TEXT_MAX);
    strlcat(text, p, ERROR_TEXT_MAX);
    return text;
}

char *strerror(int error)
{
    switch (error) {
    case 0:
        return (char *)"No error";
#define ERROR_TEXT(name, number, text) \
    case number:                       \
        return (char *)text;
        ERRNO_LIST(ERROR_TEXT)
    }
    return unknown("Unknown error ", error);
}

int strerror_r(int error, char *buf, size_t n)
{
    return strlcpy(buf, strerror(error), n) < n ? 0 : ERANGE;
}

char *strsignal(int sig)
{
    static const char *const text[NSIG] = {
        [SIGHUP] = "Hangup",
        [SIGINT] = "Interrupt",
        [SIGQUIT] = "Quit",
        [SIGILL] = "Illegal instruction",
        [SIGTRAP] = "Trace trap",
        [SIGABRT] = "Aborted",
        [SIGBUS] = "Bus error",
        [SIGFPE] = "Arithmetic error",
        [SIGKILL] = "Killed",
        [SIGUSR1] = "User signal 1",
        [SIGSEGV] = "Segmentation fault",
        [SIGUSR2] = "User signal 2",
        [SIGPIPE] = "Broken pipe",
        [SIGALRM] = "Alarm clock",
        [SIGTERM] = "Terminated",
        [SIGCHLD] = "Child ended",
        [SIGCONT] = "Continued",
        [SIGSTOP] = "Stopped by a signal",
        [SIGTSTP] = "Stopped",
        [SIGTTIN] = "Stopped: it reads the terminal",
        [SIGTTOU] = "Stopped: it writes to the terminal",
        [SIGURG] = "Urgent data",
        [SIGXCPU] = "CPU time limit",
        [SIGXFSZ] = "File size limit",
        [SIGVTALRM] = "Virtual timer",
        [SIGPROF] = "Profiling timer",
        [SIGWINCH] = "Window size changed",
        [SIGPOLL] = "Input or output",
        [SIGSYS] = "Bad system call",
    };

    if (sig > 0 && sig < NSIG && text[sig])
        return (char *)text[sig];
    return unknown("Unknown signal ", sig);
}
