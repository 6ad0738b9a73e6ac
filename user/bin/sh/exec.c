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

#include "expand.h"
#include "function.h"
#include "pipeline.h"
#include "pool.h"
#include "redirect.h"
#include "sh.h"
#include "simple.h"
#include "trap.h"
#include "var.h"

#include <fnmatch.h>
#include <stdio.h>

#define DEPTH_MAX 6000 /* commands inside one another: the stack is finite */

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
    return sh.interrupted || sh.leave_loops > 0 || sh.returning;
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
        return !unwinding();
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

static bool matches(const struct word *patterns, const char *word)
{
    for (; patterns && !sh.interrupted; patterns = patterns->next)
        if (fnmatch(expand_pattern(patterns->text), word, 0) == 0)
            return true;
    return false;
}

static int run_case(const struct node *node, bool last)
{
    pipeline_forget_capture();
    const char *word = expand_string(node->words->text);

    for (struct node *branch = node->children; branch && !sh.interrupted; branch = branch->next)
        if (matches(branch->words, word))
            return exec_run(branch->body, last);
    return sh.interrupted ? sh.interrupted : 0;
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
        return simple_run(node, last);
    case NODE_PIPELINE:
        return pipeline_run(node);
    case NODE_SEQUENCE:
        return run_sequence(node, last);
    case NODE_AND_OR:
        return run_and_or(node, last);
    case NODE_NOT:
        return !run_condition(node->body);
    case NODE_BACKGROUND:
        return pipeline_background(node);
    case NODE_SUBSHELL:
        return pipeline_subshell(node, last);
    case NODE_GROUP:
        return exec_run(node->body, last);
    case NODE_IF:
        return run_if(node, last);
    case NODE_WHILE:
    case NODE_UNTIL:
        return run_while(node);
    case NODE_FOR:
        return run_for(node);
    case NODE_CASE:
        return run_case(node, last);
    case NODE_FUNCTION:
        function_define(node->name, node->body);
        return 0;
    case NODE_BRANCH: /* only in a CASE */
        break;
    }
    return 0;
}

/* With set -e, what fails and is not a condition ends the shell. */
static int end_on_error(int status)
{
    if (status != 0 && sh.stop_on_error && !sh.in_condition)
        sh_exit(status);
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

/* An endless recursion ends here, and not where the stack ends. */
static int refuse_depth(void)
{
    char what[80];

    snprintf(what, sizeof(what), "commands are nested more than %d deep", DEPTH_MAX);
    sh_complain(what, "does a function or a file run itself?");
    sh_abandon(2);
    return sh.interrupted;
}

int exec_run(struct node *node, bool last)
{
    struct pool_mark mark = pool_mark();

    if (!node)
        return sh.status = 0;
    if (sh.depth > DEPTH_MAX)
        return sh.status = refuse_depth();
    last = last && !trap_waits_for_exit();
    sh.depth++;
    if (node->redirects && node->kind != NODE_SIMPLE)
        sh.status = run_redirected(node, last);
    else
        sh.status = run_kind(node, last);
    sh.depth--;
    pool_release(mark);
    if (sh.trapped && !unwinding())
        trap_run_pending();
    bool own_status =
        node->kind == NODE_SIMPLE || node->kind == NODE_PIPELINE || node->kind == NODE_SUBSHELL;
    return own_status ? end_on_error(sh.status) : sh.status;
}
