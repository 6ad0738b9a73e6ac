/*
 * Running a tree (POSIX.1-2017, Shell Command Language 2.9).
 *
 * The shell forks for programs, for parts of a pipeline, for ( ), & and $( ).  It runs all other
 * commands in its own process.  In a forked process that has only one thing to do (last) a program
 * replaces the shell without another fork.  ^C and break unwind alike: every loop and sequence
 * checks sh.interrupted and sh.leave_loops and stops.  So does code that has expanded a word: with
 * sh.interrupted the word is incomplete, and must not be run, opened or set.
 */
#include "exec.h"

#include "builtin.h"
#include "expand.h"
#include "job.h"
#include "pool.h"
#include "redirect.h"
#include "sh.h"
#include "text.h"
#include "var.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NOT_EXECUTABLE 126
#define NOT_FOUND      127

static int capture_status; /* of the last $( ) in the command that is being expanded */

char *exec_capture(const char *text)
{
    struct text output = {NULL, 0, 0};

    if (sh.interrupted) /* in another one of the same command */
        return pool_string("", 0);
    int fds[2];
    if (pipe(fds) != 0) {
        sh_complain_errno("pipe");
        sh_abandon(2);
        return pool_string("", 0);
    }
    struct job *job = job_new("", JOB_CAPTURE);
    pid_t pid = job_fork(job);
    if (pid == 0) {
        close(fds[0]);
        redirect_move(fds[1], 1);
        exit(sh_run_text(text, true));
    }
    close(fds[1]);
    char buf[512];
    ssize_t n;
    while ((n = read(fds[0], buf, sizeof(buf))) > 0 || (n < 0 && errno == EINTR))
        if (n > 0)
            text_append(&output, buf, (size_t)n);
    close(fds[0]);
    capture_status = job_wait(job);
    if (pid < 0)
        sh_abandon(2);
    while (output.length > 0 && output.s[output.length - 1] == '\n')
        output.s[--output.length] = '\0';
    return output.s ? output.s : pool_string("", 0);
}

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
int exec_builtin(char **argv)
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

/* Assignments stay after a special builtin; any other has them only while it runs (POSIX.1-2017,
 * Shell Command Language 2.14).  Redirections stay after exec without a program. */
static int run_builtin(const struct node *node, const struct builtin *builtin, char **argv)
{
    bool is_exec = builtin->run == exec_builtin, lasting = is_exec && !argv[1];
    struct saved_fd *saved = NULL;
    struct saved_var *saved_vars = NULL;

    if (!redirect_apply(node->redirects, lasting ? NULL : &saved))
        return builtin->special ? sh_give_up(1) : 1;
    if (!assign(node->assignments, is_exec, &saved_vars)) {
        if (!lasting)
            redirect_undo(saved);
        return sh.interrupted;
    }
    int status = builtin_run(builtin, argv);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        sh_complain_errno(argv[0]);
        clearerr(stdout);
        status = 1;
    }
    if (!builtin->special)
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
    if (!redirect_apply(node->redirects, &saved)) {
        if (sh.interrupted)
            var_restore(saved_vars);
        return 1;
    }
    redirect_undo(saved);
    return capture_status;
}

static int run_simple(const struct node *node, bool last)
{
    capture_status = 0;
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
    return builtin ? run_builtin(node, builtin, argv) : run_program(node, argv, last);
}

/* In a process of a job: in and out are -1 where it keeps the shell's own. */
static _Noreturn void run_part(struct node *node, int in, int out, int other_end)
{
    if (out >= 0)
        close(other_end); /* first: it is 0 if the shell has none */
    if (in >= 0)
        redirect_move(in, 0);
    if (out >= 0)
        redirect_move(out, 1);
    exit(exec_run(node, true));
}

/* Starts the node and its siblings as the parts of a pipeline, the first of which reads from in.
 * Returns false after a message; those before are started. */
static bool start_parts(struct job *job, struct node *node, int in)
{
    bool failed = false;

    for (; node && !failed; node = node->next) {
        int fds[2] = {-1, -1};

        if (node->next && pipe(fds) != 0) {
            sh_complain_errno("pipe");
            failed = true;
            break;
        }
        pid_t pid = job_fork(job);
        if (pid == 0)
            run_part(node, in, fds[1], fds[0]);
        failed = pid < 0;
        if (in >= 0)
            close(in);
        if (fds[1] >= 0)
            close(fds[1]);
        in = fds[0];
    }
    if (in >= 0)
        close(in);
    return !failed;
}

static int run_pipeline(const struct node *pipeline)
{
    struct job *job = job_new(pipeline->text, JOB_FOREGROUND);
    bool started = start_parts(job, pipeline->children, -1);
    int status = job_wait(job);

    return started ? status : 1;
}

/*
 * A pipeline's parts are the job's own processes: $! is the last of them (POSIX.1-2017, Shell
 * Command Language 2.9.3.1).  Any other body is a pipeline of one.  Without a terminal neither
 * reads the shell's input; with one, a read stops the job until fg.
 */
static int run_background(const struct node *node)
{
    struct node *body = node->body;
    struct job *job = job_new(node->text, JOB_BACKGROUND);
    bool started = start_parts(job, body->kind == NODE_PIPELINE ? body->children : body,
                               sh.interactive ? -1 : open("/dev/null", O_RDONLY));

    job_list(job);
    return !started;
}

static int run_subshell(const struct node *node, bool last)
{
    if (last)
        return exec_run(node->body, true);
    struct job *job = job_new(node->text ? node->text : "( )", JOB_FOREGROUND);
    if (job_fork(job) == 0)
        exit(exec_run(node->body, true));
    return job_wait(job);
}

/* set -e ignores failures in all that a test runs: also in a file, $( ) or another process. */
static int run_condition(struct node *node)
{
    bool outer = sh.in_condition;

    sh.in_condition = true;
    int status = exec_run(node, false);
    sh.in_condition = outer;
    return status;
}

static bool unwinding(void)
{
    return sh.interrupted || sh.leave_loops > 0;
}

static int run_sequence(const struct node *sequence, bool last)
{
    int status = 0;

    for (struct node *node = sequence->children; node && !unwinding(); node = node->next)
        status = exec_run(node, last && !node->next);
    return status;
}

/* After an iteration: whether the loop continues. */
static bool loop_again(void)
{
    bool again = sh.again;

    if (sh.leave_loops == 0)
        return !sh.interrupted;
    if (--sh.leave_loops > 0)
        return false;
    sh.again = false;
    return again && !sh.interrupted;
}

static int run_while(const struct node *node)
{
    bool until = node->kind == NODE_UNTIL;
    int status = 0;

    sh.loops++;
    do {
        if ((run_condition(node->test) == 0) == until && !unwinding())
            break;
        if (!unwinding())
            status = exec_run(node->body, false);
    } while (loop_again());
    sh.loops--;
    return status;
}

static int run_for(const struct node *node)
{
    static struct word all_params = {NULL, "\"$@\""};
    struct word *word = expand_words(node->params ? &all_params : node->words);
    int status = 0;

    sh.loops++;
    for (; word && !sh.interrupted; word = word->next) {
        var_set(node->name, word->text);
        status = exec_run(node->body, false);
        if (!loop_again())
            break;
    }
    sh.loops--;
    return status;
}

static int run_if(const struct node *node, bool last)
{
    int status = run_condition(node->test);

    while (status != 0 && !unwinding() && node->other && node->other->kind == NODE_IF) {
        node = node->other;
        status = run_condition(node->test);
    }
    if (unwinding())
        return status;
    return exec_run(status == 0 ? node->body : node->other, last);
}

/* All but the last are conditions, and those that do not run leave the status to the next. */
static int run_and_or(const struct node *list, bool last)
{
    int status = 0;

    for (struct node *node = list->children; node && !unwinding(); node = node->next)
        if ((status != 0) == node->after_or)
            status = node->next ? run_condition(node) : exec_run(node, last);
    return status;
}

static int run_kind(struct node *node, bool last)
{
    switch (node->kind) {
    case NODE_SIMPLE:
        return run_simple(node, last);
    case NODE_PIPELINE:
        return run_pipeline(node);
    case NODE_SEQUENCE:
        return run_sequence(node, last);
    case NODE_AND_OR:
        return run_and_or(node, last);
    case NODE_NOT:
        return !run_condition(node->body);
    case NODE_BACKGROUND:
        return run_background(node);
    case NODE_SUBSHELL:
        return run_subshell(node, last);
    case NODE_GROUP:
        return exec_run(node->body, last);
    case NODE_IF:
        return run_if(node, last);
    case NODE_WHILE:
    case NODE_UNTIL:
        return run_while(node);
    case NODE_FOR:
        return run_for(node);
    }
    return 0;
}

/* With set -e, what fails and is not a condition ends the shell. */
static int end_on_error(int status)
{
    if (status != 0 && sh.stop_on_error && !sh.in_condition)
        exit(status);
    return status;
}

/* A compound command's redirections apply to everything in it.  The last command's are not undone:
 * if the shell kept a pipe open for that, the pipe's reader would see no end. */
static int run_redirected(struct node *node, bool last)
{
    struct saved_fd *saved = NULL;

    if (!redirect_apply(node->redirects, last ? NULL : &saved))
        return end_on_error(1);
    int status = run_kind(node, last);
    redirect_undo(saved);
    return status;
}

int exec_run(struct node *node, bool last)
{
    struct pool_mark mark = pool_mark();

    if (!node)
        return sh.status = 0;
    sh.depth++;
    if (node->redirects && node->kind != NODE_SIMPLE)
        sh.status = run_redirected(node, last);
    else
        sh.status = run_kind(node, last);
    sh.depth--;
    pool_release(mark);
    bool own_status =
        node->kind == NODE_SIMPLE || node->kind == NODE_PIPELINE || node->kind == NODE_SUBSHELL;
    return own_status ? end_on_error(sh.status) : sh.status;
}
