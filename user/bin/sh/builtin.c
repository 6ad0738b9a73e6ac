/* The table of the builtin commands, and the small ones. */
#include "builtin.h"

#include "../shared.h"
#include "function.h"
#include "job.h"
#include "option.h"
#include "path.h"
#include "pool.h"
#include "sh.h"
#include "simple.h"
#include "trap.h"
#include "var.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An optional count: a number from 0 on, fallback without one, -1 after a message. */
int builtin_count(char **argv, int fallback)
{
    if (!argv[1])
        return fallback;
    char *end;
    long n = strtol(argv[1], &end, 10);
    if (end == argv[1] || *end || n < 0 || n > 1 << 30) {
        sh_complain(argv[0], "needs a number");
        return -1;
    }
    return (int)n;
}

bool builtin_is_name(const char *text, bool may_assign, const char *command)
{
    size_t length = var_name_length(text);

    if (length > 0 && (text[length] == '\0' || (may_assign && text[length] == '=')))
        return true;
    fprintf(stderr, "sh: %s: %s is not a variable name\n", command, text);
    return false;
}

void builtin_print_quoted(const char *value)
{
    putchar('\'');
    for (; *value; value++) {
        if (*value == '\'')
            printf("'\\''");
        else
            putchar(*value);
    }
    putchar('\'');
}

static int builtin_true(char **argv)
{
    (void)argv;
    return 0;
}

static int builtin_false(char **argv)
{
    (void)argv;
    return 1;
}

/* export and readonly mark variables, which they may set before. */
static int mark(char **argv, enum var_kind kind, void (*mark_one)(const char *))
{
    const char *command = argv[0];

    if (!argv[1] || strcmp(argv[1], "-p") == 0) {
        var_print(kind == VAR_EXPORTED ? "export " : "readonly ", kind);
        return 0;
    }
    for (argv++; *argv && !sh.interrupted; argv++) {
        size_t n = var_name_length(*argv);

        if (!builtin_is_name(*argv, true, command))
            return sh_give_up(2);
        if ((*argv)[n] == '=')
            var_assign(*argv);
        mark_one(pool_string(*argv, n));
    }
    return 0;
}

static int builtin_export(char **argv)
{
    return mark(argv, VAR_EXPORTED, var_export);
}

static int builtin_readonly(char **argv)
{
    return mark(argv, VAR_READONLY, var_protect);
}

static int builtin_unset(char **argv)
{
    bool function = argv[1] && strcmp(argv[1], "-f") == 0;
    bool variable = argv[1] && strcmp(argv[1], "-v") == 0;

    for (argv += 1 + (function || variable); *argv; argv++) {
        if (function)
            function_unset(*argv);
        else
            var_unset(*argv);
    }
    return 0;
}

static const struct builtin builtins[] = {
    {".", builtin_source, true},
    {":", builtin_true, true},
    {"bg", job_builtin_bg, false},
    {"break", builtin_break, true},
    {"cd", builtin_cd, false},
    {"command", simple_builtin_command, false},
    {"continue", builtin_continue, true},
    {"echo", shared_echo, false},
    {"eval", builtin_eval, true},
    {"exec", simple_builtin_exec, true},
    {"exit", builtin_exit, true},
    {"export", builtin_export, true},
    {"false", builtin_false, false},
    {"fg", job_builtin_fg, false},
    {"getopts", option_builtin_getopts, false},
    {"help", builtin_help, false},
    {"jobs", job_builtin_jobs, false},
    {"kill", job_builtin_kill, false},
    {"local", function_builtin_local, false},
    {"poweroff", shared_poweroff, false},
    {"read", builtin_read, false},
    {"readonly", builtin_readonly, true},
    {"return", function_builtin_return, true},
    {"set", option_builtin_set, true},
    {"shift", option_builtin_shift, true},
    {"times", builtin_times, true},
    {"trap", trap_builtin, true},
    {"true", builtin_true, false},
    {"type", path_builtin_type, false},
    {"ulimit", builtin_ulimit, false},
    {"umask", builtin_umask, false},
    {"unset", builtin_unset, true},
    {"wait", job_builtin_wait, false},
};

#define NBUILTINS (sizeof(builtins) / sizeof(builtins[0]))

const struct builtin *builtin_next(const struct builtin *builtin)
{
    size_t i = builtin ? (size_t)(builtin - builtins) + 1 : 0;

    return i < NBUILTINS ? &builtins[i] : NULL;
}

const struct builtin *builtin_find(const char *name)
{
    for (size_t i = 0; i < NBUILTINS; i++)
        if (strcmp(name, builtins[i].name) == 0)
            return &builtins[i];
    return NULL;
}

/* Takes off the first argument if it is this word. */
static char **skip_word(char **argv, const char *word)
{
    if (!argv[1] || strcmp(argv[1], word) != 0)
        return argv;
    argv[1] = argv[0];
    return argv + 1;
}

int builtin_run(const struct builtin *builtin, char **argv)
{
    if (builtin->run == builtin_cd)
        argv = skip_word(argv, "-P");
    /* Operands may follow a --; for set it means more, echo prints it, and kill has options. */
    if (builtin->run != option_builtin_set && builtin->run != shared_echo &&
        builtin->run != job_builtin_kill)
        argv = skip_word(argv, "--");
    return builtin->run(argv);
}
