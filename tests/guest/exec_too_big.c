/* Arguments and environment of exactly ARG_MAX bytes, pointers included, pass; one byte more is
 * E2BIG, and the caller goes on. */
#include "child.h"

#define SELF "/t/exec_too_big"

static char big[2 * ARG_MAX];

/* The length of a third string that just fits: beside the two others, the NUL of its own, three
 * pointers and the two NULLs after argv and envp. */
static size_t room(void)
{
    return ARG_MAX - sizeof(SELF) - sizeof("child") - 1 - 5 * sizeof(char *);
}

static int run(size_t nbytes, int as_environment)
{
    memset(big, 'b', nbytes);
    big[nbytes] = '\0';
    char *with[] = {SELF, "child", big, NULL}, *without[] = {SELF, "child", NULL};
    char *envp[] = {as_environment ? big : NULL, NULL};
    execve(SELF, as_environment ? without : with, envp);
    CHECK_EQ(errno, E2BIG);
    return 7;
}

static void check_both(size_t nbytes, int status)
{
    for (int as_environment = 0; as_environment < 2; as_environment++)
        CHECK_EQ(IN_CHILD(_exit(run(nbytes, as_environment))), status << 8);
}

static void too_many(void)
{
    size_t n = ARG_MAX / sizeof(char *);
    char **argv = malloc((n + 1) * sizeof(*argv));
    for (size_t i = 0; i < n; i++)
        argv[i] = "";
    argv[n] = NULL;
    CHECK_FAILS(execve(SELF, argv, NULL), E2BIG);
    argv[0] = NULL;
    CHECK_FAILS(execve(SELF, (char *[]){"x", NULL}, argv + 1), E2BIG);
    free(argv);
}

/* What the child got, as its last argument or in its environment. */
static int check_text(const char *text)
{
    CHECK(strlen(text) >= PAGE_SIZE);
    CHECK_EQ(strspn(text, "b"), strlen(text));
    return 0;
}

int main(int argc, char **argv)
{
    if (argc > 1) /* "child" */
        return check_text(argc > 2 ? argv[2] : environ[0]);
    check_both(PAGE_SIZE, 0);
    check_both(room() - 1, 0);
    check_both(room(), 0);
    check_both(room() + 1, 7);
    check_both(sizeof(big) - 1, 7);
    too_many();
    return 0;
}
