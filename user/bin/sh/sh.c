/*
 * sh: the shell.
 *
 *     sh [-aefnux] [-s [ARGUMENT...]]   commands from standard input, edited if it is a terminal
 *     sh [-aefnux] FILE [ARGUMENT...]   a script
 *     sh -c [-aefnux] TEXT [NAME [ARGUMENT...]]
 *
 * The language is in parse.h, what it means in exec.c and expand.c.
 */
#include "sh.h"

#include "builtin.h"
#include "history.h"
#include "input.h"
#include "job.h"
#include "option.h"
#include "terminal.h"
#include "trap.h"
#include "var.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct shell sh = {.name = "sh"};

void sh_complain(const char *what, const char *reason)
{
    fflush(stdout);
    fprintf(stderr, "sh: %s: %s\n", what, reason);
}

void sh_complain_errno(const char *what)
{
    sh_complain(what, strerror(errno));
}

int sh_give_up(int status)
{
    if (!sh.interactive && !sh.forgiving)
        sh_exit(status);
    return status;
}

void sh_abandon(int status)
{
    if (!sh.interactive)
        sh_exit(status);
    sh.interrupted = status;
}

void sh_exit(int status)
{
    sh.status = status;
    trap_run_exit();
    exit(status);
}

void *sh_alloc(size_t nbytes)
{
    void *p = calloc(1, nbytes);

    if (!p) {
        sh_complain_errno("memory");
        exit(2);
    }
    return p;
}

char *sh_copy(const char *text)
{
    return strcpy(sh_alloc(strlen(text) + 1), text);
}

static void on_interrupt(int sig)
{
    (void)sig;
    sh.interrupted = 128 + SIGINT;
}

static void drop(int sig)
{
    (void)sig;
}

/* ^C must interrupt a waiting read, so calls are not restarted.  SIGTERM is caught, not ignored: it
 * would be lost for a child that job_fork() has just made. */
void sh_take_signals(bool own)
{
    struct sigaction action = {.sa_handler = own ? on_interrupt : SIG_DFL};

    sigaction(SIGINT, &action, NULL);
    signal(SIGQUIT, own ? SIG_IGN : SIG_DFL);
    action = (struct sigaction){.sa_handler = own ? drop : SIG_DFL, .sa_flags = SA_RESTART};
    sigaction(SIGTERM, &action, NULL);
}

static void start_interactive(void)
{
    sh.interactive = true;
    sh_take_signals(true);
    job_take_terminal();
    terminal_start();
    terminal_ask_size();
    history_load();
}

static _Noreturn void usage(bool help)
{
    fprintf(help ? stdout : stderr, "usage: sh [-aefnux] [FILE [ARGUMENT...] | -s [ARGUMENT...]]\n"
                                    "       sh -c [-aefnux] TEXT [NAME [ARGUMENT...]]\n");
    exit(help ? 0 : 2);
}

static int run_argument(char **argv)
{
    if (!*argv)
        usage(false);
    if (argv[1]) {
        sh.name = argv[1];
        option_set_params(argv + 2);
    }
    return input_run_text(argv[0], true);
}

/* The variables that a shell has from its start.  IFS is never taken from the environment
 * (POSIX.1-2017, Shell Command Language 2.5.3). */
static void set_variables(void)
{
    var_import(environ);
    var_set("IFS", " \t\n");
    var_set("OPTIND", "1");
    char number[16];
    snprintf(number, sizeof(number), "%d", (int)getppid());
    var_set("PPID", number);
    if (!var_get("PS4"))
        var_set("PS4", "+ ");
    builtin_note_directory();
}

static int run(char **argv, bool text)
{
    if (text)
        return run_argument(argv);
    if (sh.from_input)
        option_set_params(argv);
    if (*argv && !sh.from_input) {
        sh.name = argv[0];
        option_set_params(argv + 1);
        return input_run_file(argv[0]);
    }
    if (isatty(0))
        start_interactive();
    sh.from_input = true;
    input_run();
    return sh.status;
}

int main(int argc, char **argv)
{
    bool text = false;

    if (argc > 1 && strcmp(argv[1], "--help") == 0)
        usage(true);
    sh.pid = getpid();
    option_set_params(argv + argc);
    set_variables();
    int option;
    while ((option = getopt(argc, argv, "+cs" OPTION_LETTERS)) != -1) {
        text |= option == 'c';
        sh.from_input |= option == 's';
        if (option == '?')
            usage(false);
        option_set((char)option, true); /* not c and s */
    }
    argv += optind;
    argv += *argv && strcmp(*argv, "-") == 0; /* ignored (POSIX.1-2017, sh, OPERANDS) */
    sh_exit(run(argv, text));
}
