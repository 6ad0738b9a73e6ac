/*
 * Simple commands: assignments, redirections, and a program, a builtin or a function (POSIX.1-2017,
 * Shell Command Language 2.9.1).
 */
#include "simple.h"

#include "builtin.h"
#include "expand.h"
#include "function.h"
#include "job.h"
#include "path.h"
#include "pipeline.h"
#include "pool.h"
#include "redirect.h"
#include "sh.h"
#include "trap.h"
#include "var.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NOT_EXECUTABLE 126
#define NOT_FOUND      127

static char **make_argv(const struct word *fields)
{
    size_t count = 0;

    for (const struct word *field = fields; field; field = field->next)
        count++;
    char **argv = pool_alloc((count + 1) * sizeof(*argv));
    for (count = 0; fields; fields = fields->next)
        argv[count++] = fields->text;
    return argv;
}

static void trace(char **argv)
{
    fputc('+', stderr);
    for (; *argv; argv++)
        fprintf(stderr, " %s", *argv);
    fputc('\n', stderr);
}

/* saved, NULL at first, gets what var_restore() needs.  False: interrupted, and none is set. */
static bool assign(const struct word *assignments, bool to_export, struct saved_var **saved)
{
    for (; assignments; assignments = assignments->next) {
        size_t n = var_name_length(assignments->text);
        char *name = pool_string(assignments->text, n);
        char *value = expand_assigned(assignments->text + n + 1);

        if (sh.interrupted) {
            var_restore(*saved);
            return false;
        }
        var_save(name, saved);
        var_set(name, value);
        if (to_export)
            var_export(name);
    }
    return true;
}

/* Replaces the process by the program.  Returns a status, after a message, if it does not start. */
static int start_program(char **argv)
{
    fflush(stdout);
    char **environment = var_environment();
    const char *path = var_get("PATH");
    if ((path ? setenv("PATH", path, 1) : unsetenv("PATH")) == 0) /* exported or not */
        execvpe(argv[0], argv, environment);
    if (errno == ENOENT) {
        sh_complain(argv[0], "not found");
        return NOT_FOUND;
    }
    sh_complain_errno(argv[0]);
    return NOT_EXECUTABLE;
}

static _Noreturn void become(const struct node *node, char **argv)
{
    struct saved_var *saved_vars = NULL;

    if (!redirect_apply(node->redirects, NULL) || !assign(node->assignments, true, &saved_vars))
        exit(1);
    exit(start_program(argv));
}

/* The program has the actions of signals with which the shell was started. */
int simple_builtin_exec(char **argv)
{
    if (!argv[1])
        return 0;
    if (sh.interactive) {
        sh_take_signals(false);
        job_take_stops(false);
    }
    int status = start_program(argv + 1);
    if (sh.interactive) {
        sh_take_signals(true);
        job_take_stops(true);
    }
    return sh_give_up(status);
}

static int run_program(const struct node *node, char **argv, bool last)
{
    if (last)
        become(node, argv);
    struct job *job = job_new(node->text ? node->text : argv[0], JOB_FOREGROUND);
    if (job_fork(job) == 0)
        become(node, argv);
    return job_wait(job);
}

static int call_builtin(const struct builtin *builtin, char **argv)
{
    int status = builtin_run(builtin, argv);

    if (fflush(stdout) != 0 || ferror(stdout)) {
        sh_complain_errno(argv[0]);
        clearerr(stdout);
        status = 1;
    }
    return status;
}

/*
 * Runs a builtin, or the function if that is NULL.  Assignments stay after a special builtin; any
 * other command has them only while it runs (2.14).  Redirections stay after exec without a
 * program.
 */
static int run_here(const struct node *node, const struct builtin *builtin,
                    struct function *function, char **argv)
{
    bool special = builtin && builtin->special,
         is_exec = builtin && builtin->run == simple_builtin_exec;
    bool lasting = is_exec && !argv[1];
    struct saved_fd *saved = NULL;
    struct saved_var *saved_vars = NULL;

    if (!redirect_apply(node->redirects, lasting ? NULL : &saved))
        return special ? sh_give_up(1) : 1;
    if (!assign(node->assignments, is_exec || function, &saved_vars)) {
        if (!lasting)
            redirect_undo(saved);
        return sh.interrupted;
    }
    int status = builtin ? call_builtin(builtin, argv) : function_call(function, argv);
    if (special)
        var_forget(saved_vars);
    else
        var_restore(saved_vars);
    if (!lasting)
        redirect_undo(saved);
    return status;
}

/* Nothing but assignments and redirections. */
static int run_empty(const struct node *node)
{
    struct saved_fd *saved = NULL;
    struct saved_var *saved_vars = NULL;

    if (!assign(node->assignments, false, &saved_vars))
        return sh.interrupted;
    bool done = redirect_apply(node->redirects, &saved);
    if (sh.interrupted)
        var_restore(saved_vars);
    else
        var_forget(saved_vars);
    if (done)
        redirect_undo(saved);
    return done ? pipeline_capture_status() : 1;
}

int simple_run(const struct node *node, bool last)
{
    pipeline_forget_capture();
    sh.forgiving = false;
    struct word *fields = expand_words(node->words);
    if (sh.interrupted)
        return sh.interrupted;
    if (!fields)
        return run_empty(node);
    if (strcmp(fields->text, "kill") == 0 && !job_replace_numbers(fields))
        return 1;
    char **argv = make_argv(fields);
    if (sh.trace)
        trace(argv);
    const struct builtin *builtin = builtin_find(argv[0]);
    struct function *function = builtin && builtin->special ? NULL : function_find(argv[0]);
    if (builtin || function)
        return run_here(node, function ? NULL : builtin, function, argv);
    return run_program(node, argv, last);
}

/* command runs no function, and a special builtin as any other; with -v or -V it runs nothing. */
int simple_builtin_command(char **argv)
{
    const char *option = argv[1] ? argv[1] : "";
    bool tells = strcmp(option, "-v") == 0 || strcmp(option, "-V") == 0;

    if (*option == '-' && !tells) {
        sh_complain(option, "unknown option; command takes -v and -V");
        return 2;
    }
    argv += tells ? 2 : 1;
    if (!*argv)
        return 0;
    if (tells)
        return path_describe(*argv, option[1] == 'V');
    const struct builtin *builtin = builtin_find(*argv);
    if (!builtin)
        return run_program(&(struct node){.kind = NODE_SIMPLE}, argv, false);
    sh.forgiving = true;
    int status = builtin_run(builtin, argv);
    sh.forgiving = false;
    return status;
}
