/*
 * The macros of tests/check.h: each accepts what holds, and ends the process with status 1 and a
 * message for what does not; each evaluates its arguments once.
 */
/* sources: */
#include "check.h"
#include <errno.h>
#include <sys/wait.h>
#include <unistd.h>

static char said[1000]; /* by the last child, on stderr */

/* A child with its stderr in a pipe. */
struct child {
    pid_t pid;
    int in;
};

static struct child child_start(void)
{
    int fds[2];
    if (pipe(fds) < 0)
        exit(2);
    struct child child = {fork(), fds[0]};
    if (child.pid < 0)
        exit(2);
    if (child.pid == 0)
        dup2(fds[1], 2);
    close(fds[1]);
    return child;
}

static int child_wait(struct child child)
{
    size_t n = 0;
    ssize_t got;
    while ((got = read(child.in, said + n, sizeof(said) - 1 - n)) > 0)
        n += (size_t)got;
    said[n] = '\0';
    close(child.in);
    int status;
    waitpid(child.pid, &status, 0);
    return status;
}

#define STATUS_OF(...)                      \
    ({                                      \
        struct child child = child_start(); \
        if (child.pid == 0) {               \
            __VA_ARGS__;                    \
            _exit(0);                       \
        }                                   \
        child_wait(child);                  \
    })

/* Not by the macros that are tested here. */
static void expect(int line, int status, int want, const char *text)
{
    int told = want == 0 ? *said == '\0' : strstr(said, text) != NULL;
    if (status == want << 8 && told)
        return;
    fprintf(stderr, "check.c:%d: status 0x%x, \"%s\"\n", line, (unsigned)status, said);
    exit(1);
}

#define HOLDS(...)       expect(__LINE__, STATUS_OF(__VA_ARGS__), 0, "")
#define FAILS(text, ...) expect(__LINE__, STATUS_OF(__VA_ARGS__), 1, text)

static int calls;

/* What a system call does: a result, and an error if it is not 0. */
static int call(int result, int error)
{
    calls++;
    if (error)
        errno = error;
    return result;
}

static const char *text_or_null(const char *text, int error)
{
    calls++;
    if (error)
        errno = error;
    return text;
}

static void conditions_and_integers(void)
{
    long long high = 1ll << 32;
    HOLDS(CHECK(high));
    FAILS("does not hold: high < 0", CHECK(high < 0));
    HOLDS(CHECK_EQ(high, 1ll << 32));
    FAILS("high is 4294967296 (0x100000000), not 0 (0x0)", CHECK_EQ(high, 0));
    FAILS("-1 is -1", CHECK_EQ(-1, 4294967295u));
    HOLDS(CHECK_IN(3, 3, 5));
    HOLDS(CHECK_IN(5, 3, 5));
    FAILS("2 is 2, not in 3 ... 5", CHECK_IN(2, 3, 5));
    FAILS("6 is 6, not in 3 ... 5", CHECK_IN(6, 3, 5));
    FAILS("high", CHECK_IN(high, -1, 1));
}

static void strings(void)
{
    HOLDS(CHECK_STR("abc", "abc"));
    FAILS("is \"abc\", not \"ab\"", CHECK_STR("abc", "ab"));
    FAILS("is \"ab\", not \"abc\"", CHECK_STR("ab", "abc"));
    FAILS("is \"(null)\", not \"\"", CHECK_STR(text_or_null(NULL, 0), ""));
}

static void errors(void)
{
    HOLDS(CHECK_FAILS(call(-1, ENOENT), ENOENT));
    FAILS("is 0", CHECK_FAILS(call(0, ENOENT), ENOENT));
    FAILS("is -2", CHECK_FAILS(call(-2, ENOENT), ENOENT));
    FAILS("errno", CHECK_FAILS(call(-1, EINVAL), ENOENT));
    FAILS("errno", errno = ENOENT; CHECK_FAILS(call(-1, 0), ENOENT)); /* an earlier call's */
    HOLDS(CHECK_NULL(text_or_null(NULL, ENOENT), ENOENT));
    FAILS("does not hold", CHECK_NULL(text_or_null("", ENOENT), ENOENT));
    FAILS("errno", CHECK_NULL(text_or_null(NULL, EINVAL), ENOENT));
    FAILS("errno", errno = ENOENT; CHECK_NULL(text_or_null(NULL, 0), ENOENT));
}

static void once(void)
{
    HOLDS(CHECK(call(1, 0)); CHECK_EQ(call(1, 0), 1); CHECK_IN(call(1, 0), 0, 1);
          CHECK_STR(text_or_null("a", 0), "a"); CHECK_FAILS(call(-1, 1), 1);
          CHECK_NULL(text_or_null(NULL, 1), 1); CHECK_EQ(calls, 6));
}

int main(void)
{
    conditions_and_integers();
    strings();
    errors();
    once();
    char where[40];
    snprintf(where, sizeof(where), "check.c:%d: 2 words\n", __LINE__ + 1);
    FAILS(where, FAIL("%d words", 2));
    return 0;
}
