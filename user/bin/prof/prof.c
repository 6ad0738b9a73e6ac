/*
 * prof: where does a program spend its time?
 *
 *     prof [-n ROWS] [-o FILE] PROGRAM [ARGUMENT...]
 *         runs PROGRAM, then prints the share of each of its functions.  The profile is left in
 *         FILE, gmon.out unless told otherwise.  Ends with PROGRAM's status; 127 if there is no
 *         such program, 126 if it cannot be profiled or wrote no profile.
 *     prof -r [-n ROWS] [PROGRAM [FILE]]
 *         prints the profile that an earlier run left.  A gmon.out does not say which program it
 *         is of; without PROGRAM it is the one in PATH that has text at just its addresses.
 *
 * PROGRAM need not be built for it: the start-up code that every program begins with sees PROFIL
 * in the environment, turns profil(2) on and writes the file when the program exits.
 */
#define TOOL "prof"
#include "../tool.h"

#include <limits.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "find.h"
#include "report.h"

#define USAGE                                     \
    "[-n ROWS] [-o FILE] PROGRAM [ARGUMENT...]\n" \
    "       prof -r [-n ROWS] [PROGRAM [FILE]]"
#define CANNOT_PROFILE 126

static int rows; /* 0: all */

static int complain(int status, const char *what, const char *problem)
{
    fflush(stdout);
    fprintf(stderr, "prof: %s: %s\n", what, problem);
    return status;
}

/* Whether it is a profile of this very build: the start-up code profiles exactly its text. */
static int fits(const struct profile *profile, const struct program *program)
{
    return profile->head.gh_lpc == program->low && profile->head.gh_hpc == program->high;
}

static int print_profile(const char *name, struct program *program, const char *file)
{
    struct profile profile;
    const char *problem;

    if (profile_read(file, &profile, &problem) != 0)
        return complain(1, file, problem);
    if (!fits(&profile, program)) {
        profile_free(&profile);
        fprintf(stderr, "prof: %s: not a profile of %s as it is now\n", file, name);
        return 1;
    }
    if (profile.totals[GMON_ENDED] == GMON_REPLACED) {
        profile_free(&profile);
        return complain(CANNOT_PROFILE, name,
                        "profiled itself, with counters of its own in the place of prof's");
    }
    report_print(name, program, &profile, rows);
    profile_free(&profile);
    return tool_end(0);
}

/* The program's own directory may change, so it gets the whole path. */
static void make_absolute(const char *file, char path[PATH_MAX])
{
    char dir[PATH_MAX] = "";

    if (*file != '/' && !getcwd(dir, sizeof(dir)))
        tool_die("working directory");
    int length = snprintf(path, PATH_MAX, "%s%s%s", dir,
                          *file == '/' || strcmp(dir, "/") == 0 ? "" : "/", file);
    if (length >= PATH_MAX) {
        errno = ENAMETOOLONG;
        tool_die(file);
    }
}

static _Noreturn void become(const char *path, char **argv, const char *file)
{
    if (setenv("PROFIL", file, 1) != 0)
        tool_die("environment");
    execv(path, argv);
    tool_error(path);
    _exit(CANNOT_PROFILE);
}

/* Returns waitpid's word. */
static int run(const char *path, char **argv, const char *file)
{
    fflush(stdout);
    pid_t pid = fork();
    if (pid < 0)
        tool_die("fork");
    if (pid == 0)
        become(path, argv, file);
    /* ^C goes to the program only. */
    signal(SIGINT, SIG_IGN);
    int word;
    while (waitpid(pid, &word, 0) < 0)
        if (errno != EINTR)
            tool_die("waitpid");
    signal(SIGINT, SIG_DFL);
    return word;
}

static int find_or_complain(const char *name, char path[PATH_MAX])
{
    int status = find_program(name, path);

    if (status != 0)
        complain(status, name, status == 127 ? "not found" : "not executable");
    return status;
}

/* An old profile must not be taken for this run's; nothing but a profile is removed. */
static int make_way(const char *file, const char *program)
{
    struct stat st;

    if (lstat(file, &st) != 0 && errno == ENOENT)
        return 0;
    if (!S_ISREG(st.st_mode))
        return complain(-1, file, "not a regular file, so no profile is written there");
    struct stat its;
    if (stat(program, &its) == 0 && st.st_ino == its.st_ino)
        return complain(-1, file, "is the program; name another file");
    return unlink(file) == 0 ? 0 : (tool_error(file), -1);
}

static int profile_program(char **argv, const char *out)
{
    char path[PATH_MAX];
    int status = find_or_complain(argv[0], path);

    if (status != 0)
        return status;
    struct program program;
    const char *problem;
    if (program_read(path, &program, &problem) != 0)
        return complain(CANNOT_PROFILE, path, problem);
    char file[PATH_MAX];
    make_absolute(out, file);
    if (make_way(file, path) != 0)
        return CANNOT_PROFILE;
    int word = run(path, argv, file);
    char problem_text[64];
    if (WIFSIGNALED(word)) {
        snprintf(problem_text, sizeof(problem_text), "killed by signal %d, so there is no profile",
                 WTERMSIG(word));
        return complain(128 + WTERMSIG(word), argv[0], problem_text);
    }
    if (access(file, F_OK) != 0)
        return complain(
            WEXITSTATUS(word) ? WEXITSTATUS(word) : CANNOT_PROFILE, argv[0],
            "no profile: only a program that exits normally writes one, and one that execs "
            "another or calls _exit does not");
    status = print_profile(argv[0], &program, file);
    program_free(&program);
    return WEXITSTATUS(word) ? WEXITSTATUS(word) : status;
}

/* Finds out which program a profile is of. */
static int guess_program(const char *file, char path[PATH_MAX])
{
    struct profile profile;
    const char *problem;

    if (profile_read(file, &profile, &problem) != 0)
        return complain(1, file, problem);
    int found = find_by_text(profile.head.gh_lpc, profile.head.gh_hpc, path);
    profile_free(&profile);
    if (found == 1)
        return 0;
    return complain(1, file,
                    found == 0 ? "the profile of no program in PATH; name the program"
                               : "could be of several programs; name the program");
}

static int print_earlier(char **argv)
{
    const char *file = argv[0] && argv[1] ? argv[1] : "gmon.out";
    char path[PATH_MAX];
    int status = argv[0] ? find_or_complain(argv[0], path) : guess_program(file, path);

    if (status != 0)
        return status;
    const char *problem;
    struct program program;
    if (program_read(path, &program, &problem) != 0)
        return complain(1, path, problem);
    if (!argv[0])
        printf("%s:\n", path);
    status = print_profile(argv[0] ? argv[0] : path, &program, file);
    program_free(&program);
    return status;
}

int main(int argc, char **argv)
{
    const char *out = "gmon.out";
    int opt, earlier = 0;

    while ((opt = getopt(argc, argv, "n:o:r")) != -1) {
        if (opt == 'n')
            rows = (int)tool_number(optarg, 1, 1000000);
        else if (opt == 'o')
            out = optarg;
        else if (opt == 'r')
            earlier = 1;
        else
            tool_usage(USAGE);
    }
    if (earlier ? argc - optind > 2 : argc == optind)
        tool_usage(USAGE);
    return earlier ? print_earlier(argv + optind) : profile_program(argv + optind, out);
}
