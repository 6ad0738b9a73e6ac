/*
 * The builtin commands.  The special ones (POSIX.1-2017, Shell Command Language 2.14) eval,
 * readonly, return, times and trap are left out.  So are cd -L, which would take a symbolic link's
 * name off the path at a .., and CDPATH: cd is always cd -P, and PWD has no symbolic link.
 */
#include "builtin.h"

#include "../shared.h"
#include "exec.h"
#include "job.h"
#include "pool.h"
#include "sh.h"
#include "text.h"
#include "var.h"

#include <errno.h>
#include <limits.h>
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

/* The directory, NULL if it has no path: it is removed, or is too deep for one. */
static void set_directory(const char *name, const char *path)
{
    if (path)
        var_set(name, path);
    else
        var_unset(name);
}

void builtin_note_directory(void)
{
    char path[PATH_MAX];

    set_directory("PWD", getcwd(path, sizeof(path)));
}

static int builtin_cd(char **argv)
{
    bool back = argv[1] && strcmp(argv[1], "-") == 0;
    const char *from = back ? "OLDPWD" : "HOME";
    const char *dir = argv[1] && !back ? argv[1] : var_get(from);

    if (!dir) {
        sh_complain(from, "not set");
        return 1;
    }
    char before[PATH_MAX];
    const char *old = getcwd(before, sizeof(before));
    if (chdir(dir) != 0) {
        sh_complain_errno(dir);
        return 1;
    }
    builtin_note_directory();
    if (back)
        puts(dir);
    set_directory("OLDPWD", old);
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

    if (count == 0)
        sh_complain(argv[0], "needs a number above 0");
    if (count <= 0)
        return sh_give_up(2);
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

static bool is_name(const char *text, bool may_assign, const char *command)
{
    size_t length = var_name_length(text);

    if (length > 0 && (text[length] == '\0' || (may_assign && text[length] == '=')))
        return true;
    fprintf(stderr, "sh: %s: %s is not a variable name\n", command, text);
    return false;
}

static int builtin_export(char **argv)
{
    if (!argv[1] || strcmp(argv[1], "-p") == 0) {
        var_print(true);
        return 0;
    }
    for (argv++; *argv; argv++) {
        size_t n = var_name_length(*argv);

        if (!is_name(*argv, true, "export"))
            return sh_give_up(1);
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

/* Sets or clears the options in a word such as -ex or +e.  Returns false for unknown ones. */
static bool set_options(const char *word)
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
        if (!set_options(*argv)) {
            sh_complain(*argv, "unknown option; set takes -e -x +e +x, and -- before parameters");
            return sh_give_up(2);
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
        return sh_give_up(2);
    if (count > sh.param_count) {
        sh_complain("shift", "there are not that many parameters");
        return sh_give_up(1);
    }
    builtin_set_params(sh.params + count);
    return 0;
}

/* A byte at a time: the bytes after the line are left for the next reader.  Unless it is raw a
 * backslash joins the next line to it. */
static int read_line(struct text *line, bool raw)
{
    bool quoted = false;
    char c;
    ssize_t n;

    while ((n = read(0, &c, 1)) == 1 && (c != '\n' || quoted)) {
        if (c == '\n')
            line->s[--line->length] = '\0';
        else
            text_add(line, c);
        quoted = c == '\\' && !quoted && !raw;
    }
    if (n < 0 && errno == EINTR)
        return 128 + SIGINT;
    return n == 1 ? 0 : 1;
}

/*
 * Takes a word off rest, up to a blank; the last word is all of rest without the blanks at its end.
 * Unless raw, backslashes are dropped, and a character after one never counts as a blank.
 */
static char *take_word(char **rest, bool last, bool raw)
{
    char *from = *rest + strspn(*rest, " \t"), *word = from, *to = from, *end = from;

    while (*from) {
        bool blank = *from == ' ' || *from == '\t';

        if (blank && !last)
            break;
        from += *from == '\\' && !raw && from[1];
        *to++ = *from++;
        if (!blank)
            end = to;
    }
    *rest = from + (*from != '\0');
    *end = '\0';
    return word;
}

/* A word for each variable, and the rest of the line for the last. */
static int builtin_read(char **argv)
{
    bool raw = argv[1] && strcmp(argv[1], "-r") == 0;
    char **names = argv + 1 + raw;

    for (char **name = names; *name; name++)
        if (!is_name(*name, false, "read"))
            return 2;
    struct text line = {NULL, 0, 0};
    int status = read_line(&line, raw);
    char *rest = line.s ? line.s : pool_string("", 0);
    for (; *names; names++)
        var_set(*names, take_word(&rest, !names[1], raw));
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

/* The first file of that name in PATH that can be read; a name with a slash is a path already. */
static const char *find_script(const char *name)
{
    const char *dir = var_get("PATH");

    if (strchr(name, '/'))
        return name;
    for (size_t n; dir; dir = dir[n] ? dir + n + 1 : NULL) {
        struct text path = {NULL, 0, 0};

        n = strcspn(dir, ":");
        text_append(&path, dir, n);
        text_append(&path, "/", n > 0); /* none: the working directory */
        text_append(&path, name, strlen(name));
        if (access(path.s, R_OK) == 0)
            return path.s;
    }
    return NULL;
}

static int builtin_source(char **argv)
{
    const char *path = argv[1] ? find_script(argv[1]) : NULL;

    if (!argv[1])
        sh_complain(".", "needs a file");
    else if (!path)
        sh_complain(argv[1], "not found");
    else
        return sh_run_file(path);
    return sh_give_up(argv[1] ? 127 : 2);
}

static int builtin_help(char **argv);

static const struct builtin builtins[] = {
    {".", builtin_source, true},       {":", builtin_true, true},
    {"bg", job_builtin_bg, false},     {"break", builtin_break, true},
    {"cd", builtin_cd, false},         {"continue", builtin_continue, true},
    {"echo", shared_echo, false},      {"exec", exec_builtin, true},
    {"exit", builtin_exit, true},      {"export", builtin_export, true},
    {"false", builtin_false, false},   {"fg", job_builtin_fg, false},
    {"help", builtin_help, false},     {"jobs", job_builtin_jobs, false},
    {"kill", job_builtin_kill, false}, {"poweroff", shared_poweroff, false},
    {"read", builtin_read, false},     {"set", builtin_set, true},
    {"shift", builtin_shift, true},    {"true", builtin_true, false},
    {"ulimit", builtin_ulimit, false}, {"unset", builtin_unset, true},
    {"wait", job_builtin_wait, false},
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
    if (builtin->run != builtin_set && builtin->run != shared_echo &&
        builtin->run != job_builtin_kill)
        argv = skip_word(argv, "--");
    return builtin->run(argv);
}
