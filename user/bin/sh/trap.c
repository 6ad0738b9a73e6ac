/*
 * Traps (POSIX.1-2017, Shell Command Language 2.11 and 2.14).  The signal's handler only notes that
 * it has come; its action runs when the command that runs has ended.
 */
#include "trap.h"

#include "../shared.h"
#include "builtin.h"
#include "input.h"
#include "job.h"
#include "sh.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *actions[NSIG]; /* [0]: at the end.  NULL: the default, "": ignored */
static volatile sig_atomic_t came[NSIG];
static bool was_ignored[NSIG], asked[NSIG]; /* when the shell was started */

static void on_signal(int sig)
{
    came[sig] = 1;
    sh.trapped = sig;
}

/* Whether a script may not change it (2.11): it was ignored before the shell was started. */
static bool stays_ignored(int sig)
{
    if (sh.interactive)
        return false;
    struct sigaction action;
    if (!asked[sig] && sigaction(sig, NULL, &action) == 0)
        was_ignored[sig] = action.sa_handler == SIG_IGN;
    asked[sig] = true;
    return was_ignored[sig];
}

/* Makes the signal do what its action says. */
static void take_action(int sig)
{
    struct sigaction action = {.sa_handler = SIG_DFL};

    if (sig == 0 || stays_ignored(sig))
        return;
    if (actions[sig])
        action.sa_handler = *actions[sig] ? on_signal : SIG_IGN;
    sigaction(sig, &action, NULL);
    if (!actions[sig] && sh.interactive) {
        sh_take_signals(true);
        job_take_stops(true);
        for (int other = 1; other < NSIG; other++)
            if (actions[other])
                take_action(other);
    }
}

static void set_action(int sig, const char *text)
{
    char *old = actions[sig];

    actions[sig] = text ? sh_copy(text) : NULL;
    free(old);
    take_action(sig);
}

static const char *name_of(int sig)
{
    static char number[12];

    if (sig == 0)
        return "EXIT";
    for (size_t i = 0; i < SHARED_SIGNALS; i++)
        if (shared_signals[i].number == sig)
            return shared_signals[i].name;
    snprintf(number, sizeof(number), "%d", sig);
    return number;
}

/* -1: there is none of that name or number. */
static int signal_of(const char *text)
{
    char *end;
    long n = strtol(text, &end, 10);

    if (end != text && *end == '\0')
        return n >= 0 && n < NSIG ? (int)n : -1;
    for (int sig = 0; sig < NSIG; sig++)
        if (strcmp(name_of(sig), text) == 0)
            return sig;
    return -1;
}

static int print_actions(void)
{
    for (int sig = 0; sig < NSIG; sig++)
        if (actions[sig]) {
            printf("trap -- ");
            builtin_print_quoted(actions[sig]);
            printf(" %s\n", name_of(sig));
        }
    return 0;
}

int trap_builtin(char **argv)
{
    if (!argv[1])
        return print_actions();
    bool number = argv[1][0] && argv[1][strspn(argv[1], "0123456789")] == '\0';
    bool reset = number || !argv[2] || strcmp(argv[1], "-") == 0;
    int status = 0;

    for (char **name = argv + 1 + (!number && argv[2]); *name; name++) {
        int sig = signal_of(*name);

        if (sig < 0 || sig == SIGKILL || sig == SIGSTOP) {
            sh_complain(*name, sig < 0 ? "no such signal; kill -l lists them"
                                       : "a signal that cannot be caught");
            status = 1;
        } else {
            set_action(sig, reset ? NULL : argv[1]);
        }
    }
    return status == 0 ? 0 : sh_give_up(status);
}

bool trap_waits_for_exit(void)
{
    return actions[0] != NULL;
}

/* The command after it finds $? as it was. */
static void run_action(const char *text)
{
    char *copy = sh_copy(text); /* it may set another action */
    int status = sh.status;

    input_run_text(copy, false);
    free(copy);
    sh.status = status;
}

void trap_run_pending(void)
{
    sh.trapped = 0;
    for (int sig = 1; sig < NSIG; sig++)
        if (came[sig]) {
            came[sig] = 0;
            if (actions[sig])
                run_action(actions[sig]);
        }
}

void trap_run_exit(void)
{
    char *action = actions[0];

    actions[0] = NULL;
    sh.leave_loops = 0;
    sh.returning = false;
    if (action && *action)
        run_action(action);
}

void trap_reset(void)
{
    for (int sig = 0; sig < NSIG; sig++)
        if (actions[sig] && (*actions[sig] || sig == 0))
            set_action(sig, NULL);
        else if (actions[sig])
            signal(sig, SIG_IGN);
}
