/* kill: sends a signal, TERM by default, to processes (or, negative, to groups). */
#define TOOL "kill"
#include "tool.h"

#include <ctype.h>
#include <limits.h>
#include <signal.h>
#include <strings.h>

#define USAGE "[-SIGNAL | -s SIGNAL] PID... | -l"

static const struct {
    const char *name;
    int number;
} signals[] = {
    {"HUP", SIGHUP},       {"INT", SIGINT},   {"QUIT", SIGQUIT},   {"ILL", SIGILL},
    {"TRAP", SIGTRAP},     {"ABRT", SIGABRT}, {"BUS", SIGBUS},     {"FPE", SIGFPE},
    {"KILL", SIGKILL},     {"USR1", SIGUSR1}, {"SEGV", SIGSEGV},   {"USR2", SIGUSR2},
    {"PIPE", SIGPIPE},     {"ALRM", SIGALRM}, {"TERM", SIGTERM},   {"CHLD", SIGCHLD},
    {"VTALRM", SIGVTALRM}, {"PROF", SIGPROF}, {"WINCH", SIGWINCH},
};

#define COUNT (sizeof(signals) / sizeof(signals[0]))

static int signal_number(const char *text)
{
    if (isdigit((unsigned char)*text))
        return (int)tool_number(text, 0, NSIG - 1);
    if (strncasecmp(text, "SIG", 3) == 0)
        text += 3;
    for (size_t i = 0; i < COUNT; i++)
        if (strcasecmp(text, signals[i].name) == 0)
            return signals[i].number;
    fprintf(stderr, "kill: no signal is called %s; kill -l lists them\n", text);
    exit(2);
}

static int list_signals(void)
{
    for (size_t i = 0; i < COUNT; i++)
        printf("%2d %s\n", signals[i].number, signals[i].name);
    return tool_end(0);
}

int main(int argc, char **argv)
{
    int sig = SIGTERM, status = 0, i = 1;

    if (tool_help || argc < 2)
        tool_usage(USAGE);
    if (strcmp(argv[1], "-l") == 0)
        return list_signals();
    if (strcmp(argv[1], "-s") == 0 && argc > 2) {
        sig = signal_number(argv[2]);
        i = 3;
    } else if (argv[1][0] == '-' && strcmp(argv[1], "--") != 0) {
        sig = signal_number(argv[1] + 1);
        i = 2;
    }
    if (i < argc && strcmp(argv[i], "--") == 0)
        i++;
    if (i == argc)
        tool_usage(USAGE);
    for (; i < argc; i++)
        if (kill((pid_t)tool_number(argv[i], INT_MIN, INT_MAX), sig) != 0)
            status = tool_error(argv[i]);
    return status;
}
