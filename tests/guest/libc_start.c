/* Before and after main: constructors, thread-local variables of every alignment, arguments,
 * environment, atexit in reverse order, and what _exit leaves out. */
#include "check.h"
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static __thread int small = 7;
static __thread long zero;
static __thread char wide[64] __attribute__((aligned(64))) = "wide";
static __thread char large[3000];
static int constructed;

__attribute__((constructor)) static void construct(void)
{
    constructed = small == 7;
}

static void first(void)
{
    printf("first ");
}

static void second(void)
{
    printf("second ");
    atexit(first);
}

static void leave_by_exit(void)
{
    atexit(second);
    printf("body ");
    exit(3);
}

static void leave_by_underscore_exit(void)
{
    atexit(second);
    printf("lost");
    _exit(4);
}

/* Everything that a child which runs this prints, and its status. */
static void child_prints(void (*run)(void), const char *want, int want_status)
{
    char got[200] = "";
    size_t n = 0;
    int ends[2];
    CHECK_EQ(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDOUT_FILENO);
        run();
    }
    close(ends[1]);
    for (ssize_t k; (k = read(ends[0], got + n, sizeof(got) - 1 - n)) > 0;)
        n += k;
    close(ends[0]);
    int status;
    CHECK_EQ(waitpid(child, &status, 0), child);
    CHECK_EQ(WEXITSTATUS(status), want_status);
    if (strcmp(got, want) != 0)
        FAIL("\"%s\", not \"%s\"", got, want);
}

int main(int argc, char **argv, char **envp)
{
    CHECK(constructed);
    CHECK_EQ(small, 7);
    CHECK_EQ(zero, 0);
    CHECK_EQ((uintptr_t)wide % 64, 0);
    CHECK_STR(wide, "wide");
    for (size_t i = 0; i < sizeof(large); i++)
        CHECK_EQ(large[i], 0);
    memset(large, 'x', sizeof(large));
    CHECK_EQ(small + zero + errno, 7);

    if (argc == 3) { /* the second time */
        CHECK_STR(argv[1], "one");
        CHECK_STR(argv[2], "");
        CHECK(!argv[3]);
        CHECK_STR(getenv("WHO"), "tally");
        CHECK_EQ(envp, environ);
        CHECK(!envp[1]);
        return 42;
    }
    child_prints(leave_by_exit, "body second first ", 3);
    child_prints(leave_by_underscore_exit, "", 4);
    pid_t child = fork();
    if (child == 0) {
        char *env[] = {"WHO=tally", NULL};
        execle(argv[0], argv[0], "one", "", (char *)NULL, env);
        _exit(1);
    }
    int status;
    CHECK_EQ(waitpid(child, &status, 0), child);
    CHECK_EQ(WEXITSTATUS(status), 42);
    return 0;
}
