/*
 * Shared code of the small programs: error messages, reading operands, the exit status.  A program
 * defines TOOL, its name in messages, before it includes this.  It also defines TOOL_FAILURE if it
 * ends with an unusual status after an error.
 */
#ifndef BIN_TOOL_H
#define BIN_TOOL_H

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef TOOL_FAILURE
#define TOOL_FAILURE 1
#endif

/* Prints "TOOL: what: reason", the reason being errno's, which stays.  Returns TOOL_FAILURE. */
static inline int tool_error(const char *what)
{
    int error = errno;

    fflush(stdout);
    fprintf(stderr, "%s: %s: %s\n", TOOL, what, strerror(error));
    errno = error;
    return TOOL_FAILURE;
}

/* Ends the program with a message when there is no way to go on. */
static inline _Noreturn void tool_die(const char *what)
{
    exit(tool_error(what));
}

/*
 * Call this first in a program that opens files for writing.  If one of the descriptors 0 to 2 is
 * closed, the first file would get its number, and standard output or standard error would go into
 * that file.  So /dev/null gets the number, opened the other way round: reading 0 and writing to 1
 * or 2 still fail with EBADF.  exec closes it, so programs that this one starts also lack the
 * descriptor.
 */
static inline void tool_begin(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        int flags = (fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) | O_CLOEXEC;

        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", flags) < 0)
            tool_die("/dev/null");
    }
}

/* Whether --help asks for the usage.  getopt then says nothing of it; a program without getopt
 * looks here. */
static int tool_help;

__attribute__((constructor)) static void tool_find_help(int argc, char **argv)
{
    tool_help = argc > 1 && strcmp(argv[1], "--help") == 0;
    opterr = !tool_help;
}

/* Prints the usage and ends the program: with status 2 if that is about a mistake. */
static inline _Noreturn void tool_usage(const char *operands)
{
    fprintf(tool_help ? stdout : stderr, "usage: %s%s%s\n", TOOL, *operands ? " " : "", operands);
    exit(tool_help ? 0 : 2);
}

/* The operands of a program that takes no options.  A -- may come first, so that an operand can
 * begin with a dash (POSIX.1-2017, Utility Syntax Guidelines). */
static inline char **tool_operands(char **argv)
{
    argv += *argv != NULL;
    return argv + (*argv && strcmp(*argv, "--") == 0);
}

/* A whole decimal number from min to max.  Otherwise the program ends with status 2. */
static inline long tool_number(const char *text, long min, long max)
{
    errno = 0;
    char *end;
    long n = strtol(text, &end, 10);
    if (end == text || *end != '\0' || errno != 0 || n < min || n > max) {
        fprintf(stderr, "%s: '%s' is not a number from %ld to %ld\n", TOOL, text, min, max);
        exit(2);
    }
    return n;
}

static inline void *tool_alloc(void *old, size_t nbytes)
{
    void *p = realloc(old, nbytes);

    if (!p)
        tool_die("memory");
    return p;
}

/* The last name in path, without the slashes after it. */
static inline const char *tool_last(const char *path, size_t *length)
{
    size_t end = strlen(path);

    while (end > 1 && path[end - 1] == '/')
        end--;
    size_t start = end;
    while (start > 0 && path[start - 1] != '/')
        start--;
    *length = end - start;
    return path + start;
}

/* dir/NAME, of at most PATH_MAX bytes, where NAME is the last name in path.  Returns 0, or -1 with
 * errno. */
static inline int tool_inside(char *full, const char *dir, const char *path)
{
    size_t length;
    const char *last = tool_last(path, &length);

    if (snprintf(full, PATH_MAX, "%s/%.*s", dir, (int)length, last) < PATH_MAX)
        return 0;
    errno = ENAMETOOLONG;
    return -1;
}

static inline int tool_same_last(const char *a, const char *b)
{
    size_t a_length, b_length;
    const char *a_last = tool_last(a, &a_length), *b_last = tool_last(b, &b_length);

    return a_length == b_length && memcmp(a_last, b_last, a_length) == 0;
}

/*
 * Calls each(operand, "dir/its last name") for every operand.  Refuses an operand with the last
 * name of one before it, which it would overwrite.  Returns 0, or the last status that was not 0.
 */
static inline int tool_into(char **operands, int count, const char *dir,
                            int (*each)(const char *operand, const char *full))
{
    int status = 0, done = 0; /* operands[0] to [done - 1] are in dir */

    for (int i = 0; i < count; i++) {
        int before = 0;
        while (before < done && !tool_same_last(operands[before], operands[i]))
            before++;
        char full[PATH_MAX];
        if (tool_inside(full, dir, operands[i]) != 0) {
            status = tool_error(operands[i]);
        } else if (before < done) {
            fprintf(stderr, "%s: %s: not overwriting %s, which is %s; give one another name\n",
                    TOOL, operands[i], full, operands[before]);
            status = TOOL_FAILURE;
        } else {
            int result = each(operands[i], full);
            if (result == 0)
                operands[done++] = operands[i];
            else
                status = result;
        }
    }
    return status;
}

/*
 * Call this last in a program that ran another one and left ^C to it.  word: waitpid's.  If ^C
 * ended the other one, it also ends this one, so that a shell abandons the rest of its commands.
 * Returns otherwise.
 */
static inline void tool_pass_interrupt(int word)
{
    if (!WIFSIGNALED(word) || WTERMSIG(word) != SIGINT)
        return;
    signal(SIGINT, SIG_DFL);
    raise(SIGINT);
}

/* "dir/name" in memory to be freed; it may be longer than a path. */
static inline char *tool_join(const char *dir, const char *name)
{
    size_t n = strlen(dir);
    char *path = tool_alloc(NULL, n + strlen(name) + 2);

    memcpy(path, dir, n);
    if (n > 0 && dir[n - 1] != '/')
        path[n++] = '/';
    strcpy(path + n, name);
    return path;
}

/* The path that leads back after chdir(path): "..", if that does, because a very deep working
 * directory has no path.  NULL with errno. */
static inline const char *tool_way_back(const char *path)
{
    static char here[PATH_MAX];

    if (strcmp(path, ".") == 0)
        return ".";
    struct stat st;
    if (!strchr(path, '/') && strcmp(path, "..") != 0 && lstat(path, &st) == 0 &&
        S_ISDIR(st.st_mode))
        return "..";
    return getcwd(here, sizeof(here));
}

/* Writes all n bytes.  Returns 0, or -1 with errno. */
static inline int tool_write(int fd, const char *buf, size_t n)
{
    while (n > 0) {
        ssize_t done = write(fd, buf, n);

        if (done < 0)
            return -1;
        buf += done;
        n -= (size_t)done;
    }
    return 0;
}

/* Prints a line of n bytes, NULs among them or not. */
static inline void tool_put_line(const char *line, size_t n)
{
    fwrite(line, 1, n, stdout);
    putchar('\n');
}

/*
 * Calls each(file, name) for every operand from argv[0] on, "-" and an empty list standing for
 * standard input.  Returns 0, or the last status that was not 0.
 */
static inline int tool_files(char **argv, int (*each)(FILE *file, const char *name))
{
    static char *standard_input[] = {"-", NULL};
    int status = 0;

    for (char **arg = *argv ? argv : standard_input; *arg; arg++) {
        FILE *file = strcmp(*arg, "-") == 0 ? stdin : fopen(*arg, "r");

        if (!file) {
            status = tool_error(*arg);
            continue;
        }
        int result = each(file, *arg);
        if (ferror(file))
            result = tool_error(*arg);
        if (result != 0)
            status = result;
        if (file != stdin)
            fclose(file);
    }
    return status;
}

/* The status to end with: output that could not be written makes it a failure. */
static inline int tool_end(int status)
{
    if (fflush(stdout) != 0 || ferror(stdout))
        return tool_error("standard output");
    return status;
}

#endif
