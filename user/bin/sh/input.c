#include "input.h"

#include "edit.h"
#include "exec.h"
#include "history.h"
#include "job.h"
#include "parse.h"
#include "pool.h"
#include "sh.h"
#include "text.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define WRONG 2 /* the status after a mistake in the text */

static void complain_syntax(const struct parse_error *error)
{
    fflush(stdout);
    fprintf(stderr, "%s: line %d: %s\n", sh.name, error->line, error->message);
}

int input_run_text(const char *text, bool last)
{
    struct pool_mark mark = pool_mark();
    struct parse_error error;
    struct node *tree;

    enum parse_result result = parse(text, 1, &tree, &error);
    if (result == PARSE_DONE || result == PARSE_JOINS) {
        if (!sh.no_run)
            exec_run(tree, last);
    } else {
        complain_syntax(&error);
        sh.status = sh_give_up(WRONG);
    }
    pool_release(mark);
    return sh.status;
}

/* The whole of a file in the pool, or NULL with errno. */
static char *read_file(const char *path)
{
    struct text text = {NULL, 0, 0};
    int fd = open(path, O_RDONLY);

    if (fd < 0)
        return NULL;
    char buf[1024];
    ssize_t n;
    while ((n = read(fd, buf, sizeof(buf))) > 0)
        text_append(&text, buf, (size_t)n);
    close(fd);
    if (n < 0)
        return NULL;
    return text.s ? text.s : pool_string("", 0);
}

int input_run_file(const char *path)
{
    char *text = read_file(path);

    if (!text) {
        sh_complain_errno(path);
        return sh_give_up(127);
    }
    if (strlen(text) > 4 && memcmp(text, "\177ELF", 4) == 0) {
        sh_complain(path, "a program, not a script: run it by its name");
        return sh_give_up(126);
    }
    return input_run_text(text, false);
}

/* A line from a file or pipe, a byte at a time: the rest is for the commands that it runs. */
static enum edit_result read_plain(struct text *text)
{
    size_t before = text->length;
    ssize_t n;
    char c;

    while ((n = read(0, &c, 1)) == 1 || (n < 0 && errno == EINTR)) {
        if (n != 1)
            continue;
        text_add(text, c);
        if (c == '\n')
            break;
    }
    return text->length > before ? EDIT_LINE : EDIT_END;
}

static enum edit_result read_line(struct text *text)
{
    if (!sh.interactive)
        return read_plain(text);
    const char *line;
    enum edit_result how = edit_line(text->length == 0 ? "tally$ " : "> ", &line);
    if (how != EDIT_LINE)
        return how;
    history_add(line);
    text_append(text, line, strlen(line));
    text_add(text, '\n');
    return how;
}

static int count_lines(const char *s)
{
    int count = 0;

    for (; *s; s++)
        count += *s == '\n';
    return count;
}

/* Reads lines until they make a whole command, and runs it.  Returns false at the end. */
static bool run_next(int *line)
{
    struct text text = {NULL, 0, 0};
    enum parse_result result;
    enum edit_result how;
    struct parse_error error;
    struct node *tree;
    bool more;

    do {
        how = read_line(&text);
        if (how == EDIT_INTERRUPT) {
            sh.status = 128 + SIGINT;
            sh.interrupted = 0;
            return true;
        }
        if (how == EDIT_END && text.length == 0)
            return false;
        struct pool_mark mark = pool_mark();
        result = parse(text.s, *line, &tree, &error);
        more = (result == PARSE_UNFINISHED || result == PARSE_JOINS) && how != EDIT_END;
        if (more)
            pool_release(mark); /* or memory would go with the square of the lines */
    } while (more);
    *line += sh.interactive ? 0 : count_lines(text.s);
    if (result == PARSE_DONE || result == PARSE_JOINS) {
        if (tree && (!sh.no_run || sh.interactive))
            exec_run(tree, false);
        return true;
    }
    complain_syntax(&error);
    sh.status = WRONG;
    return sh.interactive;
}

/* After ^C the prompt begins a new line. */
static void end_interrupt(void)
{
    sh.status = sh.interrupted;
    sh.interrupted = 0;
    if (sh.status == 128 + SIGINT)
        puts("");
}

void input_run(void)
{
    bool more = true;
    int line = 1;

    while (more) {
        struct pool_mark mark = pool_mark();

        if (sh.interrupted)
            end_interrupt();
        sh.leave_loops = 0;
        sh.again = sh.returning = false;
        if (sh.interactive)
            job_tell_ended();
        more = run_next(&line);
        pool_release(mark);
    }
}
