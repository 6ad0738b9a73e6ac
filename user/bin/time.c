/*
 * time: runs a program and prints, on standard error, how long it took.
 *
 *     -p    in the form that POSIX gives, for programs to read; it has one blank after each word
 */
#define TOOL "time"
#include "tool.h"

#include <signal.h>
#include <sys/times.h>
#include <sys/wait.h>
#include <time.h>

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static _Noreturn void run(char **argv)
{
    execvp(argv[0], argv);
    tool_error(argv[0]);
    _exit(errno == ENOENT ? 127 : 126);
}

int main(int argc, char **argv)
{
    double start = now(), hz = (double)sysconf(_SC_CLK_TCK);
    struct tms before; /* what ran in this process earlier may have had children */
    times(&before);

    int portable = argc > 1 && strcmp(argv[1], "-p") == 0;
    argv += portable;
    char **operands = tool_operands(argv);
    if (!*operands || (operands == argv + 1 && **operands == '-'))
        tool_usage("[-p] PROGRAM [ARGUMENT...]");
    pid_t pid = fork();
    if (pid < 0)
        tool_die("fork");
    if (pid == 0)
        run(operands);
    /* ^C goes to the program only; its times are printed even then. */
    signal(SIGINT, SIG_IGN);
    int word;
    while (waitpid(pid, &word, 0) < 0)
        if (errno != EINTR)
            tool_die("waitpid");
    struct tms used;
    times(&used);
    fprintf(stderr, "real %.2f\nuser %.2f\nsys%s %.2f\n", now() - start,
            (double)(used.tms_cutime - before.tms_cutime) / hz, portable ? "" : " ",
            (double)(used.tms_cstime - before.tms_cstime) / hz);
    tool_pass_interrupt(word);
    return WIFSIGNALED(word) ? 128 + WTERMSIG(word) : WEXITSTATUS(word);
}
