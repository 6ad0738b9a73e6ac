/* The builtin commands (POSIX.1-2017, Shell Command Language 2.14). */
#include "builtin.h"

#include "job.h"
#include "pool.h"
#include "sh.h"
#include "text.h"
#include "var.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* An optional count: a number from 0 on, fallback without one, -1 after a message. */
static int count_argument(char **argv, int fallback)
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

static int builtin_cd(char **argv)
{
    const char *dir = argv[1] ? argv[1] : var_get("HOME");

    if (!dir) {
        sh_complain("cd", "HOME is not set");
        return 1;
    }
    if (chdir(dir) != 0) {
        sh_complain_errno(dir);
        return 1;
    }
    return 0;
}

static int builtin_exit(char **argv)
{
    int status = count_argument(argv, sh.status);

    exit(status < 0 ? 2 : status & 0xff);
}

/* break and continue differ in what the outermost of the loops does. */
static int leave_loops(char **argv, bool again)
{
    int count = count_argument(argv, 1);

    if (count < 0)
        return 2;
    if (count > sh.loops)
        count = sh.loops;
    sh.leave_loops = count;
    sh.again = again && count > 0;
    return 0;
}

static int builtin_break(char **argv)
{
    return leave_loops(argv, false);
}

static int builtin_continue(char **argv)
{
    return leave_loops(argv, true);
}

static bool is_name(const char *text, size_t length, const char *command)
{
    if (length > 0 && (text[length] == '\0' || text[length] == '='))
        return true;
    fprintf(stderr, "sh: %s: %s is not a variable name\n", command, text);
    return false;
}

static int builtin_export(char **argv)
{
    if (!argv[1])
        var_print(true);
    for (argv++; *argv; argv++) {
        size_t n = var_name_length(*argv);

        if (!is_name(*argv, n, "export"))
            return 1;
        if ((*argv)[n] == '=')
            var_assign(*argv);
        var_export(pool_string(*argv, n));
    }
    return 0;
}

static int builtin_unset(char **argv)
{
    for (argv++; *argv; argv++)
        var_unset(*argv);
    return 0;
}

void builtin_set_params(char **list)
{
    int count = 0;

    while (list[count])
        count++;
    char **copy = sh_alloc(((size_t)count + 1) * sizeof(*copy));
    for (int i = 0; i < count; i++)
        copy[i] = sh_copy(list[i]);
    for (int i = 0; i < sh.param_count; i++)
        free(sh.params[i]);
    free(sh.params);
    sh.params = copy;
    sh.param_count = count;
}

bool builtin_set_options(const char *word)
{
    bool on = *word == '-';

    for (word++; *word; word++) {
        if (*word == 'e')
            sh.stop_on_error = on;
        else if (*word == 'x')
            sh.trace = on;
        else
            return false;
    }
    return true;
}

static int builtin_set(char **argv)
{
    if (!argv[1])
        var_print(false);
    for (argv++; *argv && (**argv == '-' || **argv == '+'); argv++) {
        if (strcmp(*argv, "--") == 0) {
            builtin_set_params(argv + 1);
            return 0;
        }
        if (!builtin_set_options(*argv)) {
            sh_complain(*argv, "unknown option; set takes -e -x +e +x, and -- before parameters");
            return 2;
        }
    }
    if (*argv)
        builtin_set_params(argv);
    return 0;
}

static int builtin_shift(char **argv)
{
    int count = count_argument(argv, 1);

    if (count < 0)
        return 2;
    if (count > sh.param_count) {
        sh_complain("shift", "there are not that many parameters");
        return 1;
    }
    builtin_set_params(sh.params + count);
    return 0;
}

/* A byte at a time: the bytes after the line are left for the next reader. */
static int read_line(struct text *line)
{
    char c;
    ssize_t n;

    while ((n = read(0, &c, 1)) == 1 && c != '\n')
        text_add(line, c);
    if (n < 0 && errno == EINTR)
        return 128 + SIGINT;
    return n == 1 ? 0 : 1;
}

/* A word for each variable, and the rest of the line for the last. */
static int builtin_read(char **argv)
{
    struct text line = {NULL, 0, 0};
    int status = read_line(&line);
    char *rest = line.s ? line.s : pool_string("", 0), *end;

    for (argv++; *argv; argv++) {
        char *word = rest += strspn(rest, " \t");

        if (!is_name(*argv, var_name_length(*argv), "read"))
            return 2;
        if (argv[1]) {
            rest += strcspn(rest, " \t");
            if (*rest)
                *rest++ = '\0';
        } else {
            for (end = rest + strlen(rest); end > rest && strchr(" \t", end[-1]); end--)
                end[-1] = '\0';
        }
        var_set(*argv, word);
    }
    return status;
}

static const struct limit {
    const char *option;
    const char *what;
    int which;
    rlim_t unit;
} limits[] = {
    {"-n", "descriptors", RLIMIT_NOFILE, 1},
    {"-u", "processes", RLIMIT_NPROC, 1},
    {"-v", "KiB of memory mapped", RLIMIT_AS, 1024},
};
#define LIMITS (sizeof(limits) / sizeof(limits[0]))

static int print_limit(const struct limit *limit, bool all)
{
    struct rlimit value;

    getrlimit(limit->which, &value);
    if (all)
        printf("%s %-22s", limit->option, limit->what);
    if (value.rlim_cur == RLIM_INFINITY)
        puts("unlimited");
    else
        printf("%llu\n", (unsigned long long)(value.rlim_cur / limit->unit));
    return 0;
}

/* Both limits, as nothing could raise the soft one again without the shell. */
static int change_limit(const struct limit *limit, const char *text)
{
    char *end = "";
    unsigned long long n = strcmp(text, "unlimited") == 0 ? 0 : strtoull(text, &end, 10);

    if (*end || end == text || n > RLIM_INFINITY / limit->unit) {
        sh_complain("ulimit", "needs a number, or unlimited");
        return 2;
    }
    rlim_t value = *text == 'u' ? RLIM_INFINITY : n * limit->unit;
    if (setrlimit(limit->which, &(struct rlimit){value, value}) != 0) {
        sh_complain_errno("ulimit");
        return 1;
    }
    return 0;
}

static int builtin_ulimit(char **argv)
{
    bool all = !argv[1] || strcmp(argv[1], "-a") == 0;

    for (size_t i = 0; i < LIMITS; i++) {
        if (all)
            print_limit(&limits[i], true);
        else if (strcmp(argv[1], limits[i].option) == 0 && argv[2])
            return change_limit(&limits[i], argv[2]);
        else if (strcmp(argv[1], limits[i].option) == 0)
            return print_limit(&limits[i], false);
    }
    if (!all)
        sh_complain(argv[1], "unknown option; ulimit takes -a, or -n -u -v and a number");
    return all ? 0 : 2;
}

static int builtin_source(char **argv)
{
    if (!argv[1]) {
        sh_complain(".", "needs a file");
        return 2;
    }
    return sh_run_file(argv[1]);
}

static int builtin_help(char **argv);

static const struct {
    const char *name;
    builtin_function *run;
} builtins[] = {
    {".", builtin_source},          {":", builtin_true},
    {"break", builtin_break},       {"cd", builtin_cd},
    {"continue", builtin_continue}, {"exit", builtin_exit},
    {"export", builtin_export},     {"false", builtin_false},
    {"fg", job_builtin_fg},         {"help", builtin_help},
    {"jobs", job_builtin_jobs},     {"read", builtin_read},
    {"set", builtin_set},           {"shift", builtin_shift},
    {"true", builtin_true},         {"ulimit", builtin_ulimit},
    {"unset", builtin_unset},       {"wait", job_builtin_wait},
};

#define NBUILTINS (sizeof(builtins) / sizeof(builtins[0]))

static int builtin_help(char **argv)
{
    (void)argv;
    printf("The shell's own:");
    for (size_t i = 0; i < NBUILTINS; i++)
        printf(" %s", builtins[i].name);
    printf("\nPrograms: ls /bin.  `prof PROGRAM` shows where its time goes; `poweroff` ends the "
           "machine.\n");
    return 0;
}

builtin_function *builtin_find(const char *name)
{
    for (size_t i = 0; i < NBUILTINS; i++)
        if (strcmp(name, builtins[i].name) == 0)
            return builtins[i].run;
    return NULL;
}
