/*
 * trace: where does the elapsed time of a command go?  While the command runs, the kernel traces
 * all threads (ktrace(2)).  trace then prints how long each thread ran, waited for a CPU and slept,
 * its system calls, and its longest waits.
 */
#include "trace.h"

#include <getopt.h>
#include <sys/wait.h>

#define USAGE                                                                \
    "[OPTIONS] COMMAND [ARGUMENT...]\n"                                      \
    "OPTIONS: --rows N       at most N rows in a table\n"                    \
    "         --output FILE  the report goes there\n"                        \
    "         --chrome FILE  the events for Perfetto and chrome://tracing\n" \
    "         --html FILE    a page with a time line\n"                      \
    "         --events N     room for N events on each CPU"
#define TEMPLATE "/usr/src/user/bin/trace/page.html"

static const struct option longs[] = {
    {"rows", required_argument, NULL, 'r'},
    {"output", required_argument, NULL, 'o'},
    {"chrome", required_argument, NULL, 'c'},
    {"html", required_argument, NULL, 'h'},
    {"events", required_argument, NULL, 'n'},
    {"help", no_argument, NULL, '?'},
    {NULL, 0, NULL, 0},
};

static FILE *open_for_writing(const char *path)
{
    FILE *file = path ? fopen(path, "we") : NULL;

    if (path && !file)
        tool_die(path);
    return file;
}

static void close_written(FILE *file, const char *path)
{
    if (file && (ferror(file) | fclose(file)) != 0)
        tool_die(path);
}

static _Noreturn void run(char **argv)
{
    execvp(argv[0], argv);
    tool_error(argv[0]);
    _exit(errno == ENOENT ? 127 : 126);
}

/* Runs the command, and waits for it.  Returns waitpid's word. */
static int run_traced(char **argv, size_t each, struct events *events)
{
    fflush(stdout);
    events_start(each);
    pid_t pid = fork();
    if (pid < 0)
        tool_die("fork");
    if (pid == 0)
        run(argv);
    signal(SIGINT, SIG_IGN); /* ^C goes to the command only */
    int word;
    while (waitpid(pid, &word, 0) < 0)
        if (errno != EINTR)
            tool_die("waitpid");
    *events = events_stop();
    return word;
}

/* The whole text of a file that was just written. */
static char *text_of(FILE *file)
{
    long n = ftell(file);
    char *text = tool_alloc(NULL, (size_t)n + 1);

    rewind(file);
    text[fread(text, 1, (size_t)n, file)] = '\0';
    return text;
}

int main(int argc, char **argv)
{
    const char *output = NULL, *chrome = NULL, *html = NULL;
    size_t each = KTRACE_MAX;
    long rows = 20;

    tool_begin();
    for (int c; (c = getopt_long(argc, argv, "+", longs, NULL)) != -1;)
        switch (c) {
        case 'r':
            rows = tool_number(optarg, 1, 1000000);
            break;
        case 'o':
            output = optarg;
            break;
        case 'c':
            chrome = optarg;
            break;
        case 'h':
            html = optarg;
            break;
        case 'n':
            each = (size_t)tool_number(optarg, 1, KTRACE_MAX);
            break;
        default:
            tool_usage(USAGE);
        }
    if (!argv[optind])
        tool_usage(USAGE);
    FILE *out = open_for_writing(output), *chrome_out = open_for_writing(chrome);
    FILE *html_out = open_for_writing(html);

    struct events events;
    int word = run_traced(argv + optind, each, &events);
    struct model model = model_make(&events, (uint32_t)gettid());
    report_print(out ? out : stderr, &model, &events, (size_t)rows);
    if (chrome_out)
        chrome_print(chrome_out, &model);
    if (html_out) {
        FILE *file = tmpfile();
        if (!file)
            tool_die("a temporary file");
        report_print(file, &model, &events, (size_t)rows);
        page_print(html_out, TEMPLATE, argv + optind, &model, &events, text_of(file));
        fclose(file);
    }
    close_written(out, output);
    close_written(chrome_out, chrome);
    close_written(html_out, html);
    tool_pass_interrupt(word);
    return WIFSIGNALED(word) ? 128 + WTERMSIG(word) : WEXITSTATUS(word);
}
