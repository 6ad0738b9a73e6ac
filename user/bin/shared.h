/*
 * Commands that are both programs and the shell's own.  The shell runs them without a new process,
 * because there may be no memory for one.  Each returns its status.
 */
#ifndef BIN_SHARED_H
#define BIN_SHARED_H

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* Prints its arguments.  -n omits the newline. */
static inline int shared_echo(char **argv)
{
    int newline = !argv[1] || strcmp(argv[1], "-n") != 0;

    for (argv += newline ? 1 : 2; *argv; argv++)
        printf("%s%s", *argv, argv[1] ? " " : "");
    if (newline)
        putchar('\n');
    return 0;
}

/* Syncs the disk and powers the machine off, with a status. */
static inline int shared_poweroff(char **argv)
{
    char *end = "";
    long status = argv[1] ? strtol(argv[1], &end, 10) : 0;

    if (*end || end == argv[1] || status < 0 || status > 255 || (argv[1] && argv[2])) {
        fprintf(stderr, "usage: poweroff [STATUS]\n");
        return 2;
    }
    sync();
    poweroff((int)status);
    perror("poweroff");
    return 1;
}

static const struct {
    const char *name;
    int number;
} shared_signals[] = {
    {"HUP", SIGHUP},       {"INT", SIGINT},   {"QUIT", SIGQUIT},   {"ILL", SIGILL},
    {"TRAP", SIGTRAP},     {"ABRT", SIGABRT}, {"BUS", SIGBUS},     {"FPE", SIGFPE},
    {"KILL", SIGKILL},     {"USR1", SIGUSR1}, {"SEGV", SIGSEGV},   {"USR2", SIGUSR2},
    {"PIPE", SIGPIPE},     {"ALRM", SIGALRM}, {"TERM", SIGTERM},   {"CHLD", SIGCHLD},
    {"CONT", SIGCONT},     {"STOP", SIGSTOP}, {"TSTP", SIGTSTP},   {"TTIN", SIGTTIN},
    {"TTOU", SIGTTOU},     {"URG", SIGURG},   {"XCPU", SIGXCPU},   {"XFSZ", SIGXFSZ},
    {"VTALRM", SIGVTALRM}, {"PROF", SIGPROF}, {"WINCH", SIGWINCH}, {"POLL", SIGPOLL},
    {"SYS", SIGSYS},
};

#define SHARED_SIGNALS (sizeof(shared_signals) / sizeof(shared_signals[0]))

/* A whole number from min to max: false, with a message, if the text is none. */
static inline bool shared_number(const char *text, long min, long max, int *number)
{
    errno = 0;
    char *end;
    long n = strtol(text, &end, 10);
    bool ok = end != text && *end == '\0' && errno == 0 && n >= min && n <= max;

    *number = (int)n;
    if (!ok)
        fprintf(stderr, "kill: '%s' is not a number from %ld to %ld\n", text, min, max);
    return ok;
}

static inline bool shared_signal(const char *text, int *number)
{
    if (isdigit((unsigned char)*text))
        return shared_number(text, 0, NSIG - 1, number);
    const char *name = strncasecmp(text, "SIG", 3) == 0 ? text + 3 : text;
    for (size_t i = 0; i < SHARED_SIGNALS; i++)
        if (strcasecmp(name, shared_signals[i].name) == 0) {
            *number = shared_signals[i].number;
            return true;
        }
    fprintf(stderr, "kill: no signal is called %s; kill -l lists them\n", name);
    return false;
}

/* What kill has sent, and to whom; sig 0: nothing. */
static struct {
    int sig;
    char **to;
} shared_sent;

static inline int shared_kill_each(char **argv, int sig)
{
    int status = 0, pid;

    shared_sent.sig = sig;
    shared_sent.to = argv;
    for (; *argv; argv++) {
        if (!shared_number(*argv, INT_MIN, INT_MAX, &pid))
            return 2;
        if (kill((pid_t)pid, sig) != 0) {
            fprintf(stderr, "kill: %s: %s\n", *argv, strerror(errno));
            status = 1;
        }
    }
    return status;
}

/* Sends a signal, TERM by default, to processes (or, negative, to groups). */
static inline int shared_kill(char **argv)
{
    int sig = SIGTERM;
    char **arg = argv + 1;

    shared_sent.sig = 0;
    if (*arg && strcmp(*arg, "-l") == 0) {
        for (size_t i = 0; i < SHARED_SIGNALS; i++)
            printf("%2d %s\n", shared_signals[i].number, shared_signals[i].name);
        return 0;
    }
    const char *name = NULL;
    if (*arg && strcmp(*arg, "-s") == 0 && arg[1])
        name = *++arg;
    else if (*arg && **arg == '-' && strcmp(*arg, "--") != 0)
        name = *arg + 1;
    if (name && !shared_signal(name, &sig))
        return 2;
    arg += name != NULL;
    if (*arg && strcmp(*arg, "--") == 0)
        arg++;
    if (*arg)
        return shared_kill_each(arg, sig);
    fprintf(stderr, "usage: kill [-SIGNAL | -s SIGNAL] PID... | -l\n");
    return 2;
}

#endif
