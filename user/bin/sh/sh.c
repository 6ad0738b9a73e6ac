/*
 * sh: the shell.
 *
 *     sh [-ex]                         commands from standard input, edited if that is a terminal
 *     sh [-ex] FILE [ARGUMENT...]      a script
 *     sh -c [-ex] TEXT [NAME [ARGUMENT...]]
 *
 * The language is in parse.h, what it means in exec.c and expand.c.
 */
#include "sh.h"
#include "text.h"

#include "builtin.h"
#include "edit.h"
#include "exec.h"
#include "history.h"
#include "job.h"
#include "pool.h"
#include "var.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define WRONG     2    /* the status after a mistake in the text */
#define DEPTH_MAX 1000 /* nested commands that run a file: the stack is finite */

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
    if (!sh.interactive)
        exit(status);
    return status;
}

void sh_abandon(int status)
{
    sh.interrupted = sh_give_up(status);
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

static void complain_syntax(const struct parse_error *error)
{
    fflush(stdout);
    fprintf(stderr, "%s: line %d: %s\n", sh.name, error->line, error->message);
}

int sh_run_text(const char *text, bool last)
{
    struct pool_mark mark = pool_mark();
    struct parse_error error;
    struct node *tree;

    enum parse_result result = parse(text, 1, &tree, &error);
    if (result == PARSE_DONE || result == PARSE_JOINS) {
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

int sh_run_file(const char *path)
{
    if (sh.depth > DEPTH_MAX) {
        char reason[80];

        snprintf(reason, sizeof(reason),
                 "commands are nested more than %d deep; does the file run itself?", DEPTH_MAX);
        sh_complain(path, reason);
        sh_abandon(WRONG);
        return WRONG;
    }
    char *text = read_file(path);
    if (!text) {
        sh_complain_errno(path);
        return sh_give_up(127);
    }
    if (strlen(text) > 4 && memcmp(text, "\177ELF", 4) == 0) {
        sh_complain(path, "a program, not a script: run it by its name");
        return sh_give_up(126);
    }
    return sh_run_text(text, false);
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
        if (tree)
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

static void run_input(void)
{
    bool more = true;
    int line = 1;

    while (more) {
        struct pool_mark mark = pool_mark();

        if (sh.interrupted)
            end_interrupt();
        sh.leave_loops = 0;
        sh.again = false;
        if (sh.interactive)
            job_tell_ended();
        more = run_next(&line);
        pool_release(mark);
    }
}

static void on_interrupt(int sig)
{
    (void)sig;
    sh.interrupted = 128 + SIGINT;
}

/* ^C must interrupt a waiting read, so calls are not restarted. */
void sh_take_signals(bool own)
{
    struct sigaction action = {.sa_handler = own ? on_interrupt : SIG_DFL};

    sigaction(SIGINT, &action, NULL);
    signal(SIGQUIT, own ? SIG_IGN : SIG_DFL);
    signal(SIGTERM, own ? SIG_IGN : SIG_DFL);
}

static void start_interactive(void)
{
    sh.interactive = true;
    sh_take_signals(true);
    job_take_terminal();
    edit_start();
}

static _Noreturn void usage(bool help)
{
    fprintf(help ? stdout : stderr, "usage: sh [-ex] [FILE [ARGUMENT...]]\n"
                                    "       sh -c [-ex] TEXT [NAME [ARGUMENT...]]\n");
    exit(help ? 0 : 2);
}

static int run_argument(char **argv)
{
    if (!*argv)
        usage(false);
    if (argv[1]) {
        sh.name = argv[1];
        builtin_set_params(argv + 2);
    }
    return sh_run_text(argv[0], true);
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "--help") == 0)
        usage(true);
    sh.pid = getpid();
    builtin_set_params(argv + argc);
    var_import(environ);
    builtin_note_directory();
    bool text = false;
    int option;
    while ((option = getopt(argc, argv, "cex")) != -1) {
        text |= option == 'c';
        sh.stop_on_error |= option == 'e';
        sh.trace |= option == 'x';
        if (option == '?')
            usage(false);
    }
    argv += optind;
    argv += *argv && strcmp(*argv, "-") == 0; /* ignored (POSIX.1-2017, sh, OPERANDS) */
    if (text)
        return run_argument(argv);
    if (*argv) {
        sh.name = argv[0];
        builtin_set_params(argv + 1);
        return sh_run_file(argv[0]);
    }
    if (isatty(0))
        start_interactive();
    run_input();
    return sh.status;
}
