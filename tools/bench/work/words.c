/*
 * Measures exec() with 10, 1 000 and 10 000 arguments, and getenv() and setenv() with as many
 * variables, for `make bench`, in the form of bench.c.
 */
#include "measure.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST  10000
#define TIMES 10u

static char *arguments[MOST + 1];
static char last[16]; /* the name of the last variable */

static void exec_program(void)
{
    pid_t pid = fork();
    if (pid == 0) {
        execv("/bin/words", arguments);
        _exit(1);
    }
    int status;
    must(pid > 0 && waitpid(pid, &status, 0) == pid && status == 0, "exec");
}

static void get(void)
{
    must(getenv(last) != NULL, last);
}

static void set(void)
{
    must(setenv(last, "a", 1) == 0, last);
}

static void measure(const char *key, unsigned n, void (*work)(void))
{
    work();
    uint64_t start = instructions();
    for (unsigned i = 0; i < TIMES; i++)
        work();
    printf("%s-%u\t%llu\n", key, n, (unsigned long long)((instructions() - start) / TIMES));
    fflush(stdout);
}

static void with_arguments(unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        arguments[i] = "exit";
    arguments[n] = NULL;
    measure("exec", n, exec_program);
}

static void with_variables(unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        snprintf(last, sizeof(last), "V%u", i);
        must(setenv(last, "a", 1) == 0, last);
    }
    measure("getenv", n, get);
    measure("setenv", n, set);
}

int main(int argc, char **argv)
{
    static const unsigned counts[] = {10, 1000, MOST};
    if (argc > 1)
        return strcmp(argv[1], "exit");
    for (unsigned i = 0; i < sizeof(counts) / sizeof(counts[0]); i++)
        with_arguments(counts[i]);
    for (unsigned i = 0; i < sizeof(counts) / sizeof(counts[0]); i++)
        with_variables(counts[i]);
    return 0;
}
