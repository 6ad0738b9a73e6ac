/* exec passes every byte of argv and the environment, laid out on the stack as the ABI says. */
#include "child.h"

#define MANY 3000

static const char *const words[] = {
    "", "a", " two  words ", "\t\n\"'$*\\", "", "=", "\xff\x80\x01", "x=y",
};
#define WORDS (int)(sizeof(words) / sizeof(words[0]))

static char long_word[20001]; /* longer than some pages */
static char every_byte[256];

static void make_words(void)
{
    for (size_t i = 0; i < sizeof(long_word) - 1; i++)
        long_word[i] = 'A' + i % 57;
    for (int i = 0; i < 255; i++)
        every_byte[i] = i + 1;
}

/* What _start found: argc, argv, NULL, envp, NULL, nothing between, the strings above, in order. */
static void check_layout(int argc, char **argv)
{
    char **p = argv + argc, *last = argv[0];
    CHECK_EQ((uintptr_t)(argv - 1) % 16, 0);
    CHECK_EQ(*(long *)(argv - 1), argc);
    CHECK(!*p);
    CHECK_EQ(p + 1, environ);
    while (*++p)
        continue;
    CHECK((char *)p < argv[0]);
    for (char **q = argv + 1; q < p; q++)
        if (*q) {
            CHECK(*q > last);
            last = *q;
        }
}

static int check_words(int argc, char **argv)
{
    CHECK_EQ(argc, WORDS + 4);
    for (int i = 0; i < WORDS; i++) {
        CHECK_STR(argv[2 + i], words[i]);
        CHECK_STR(environ[i], words[WORDS - 1 - i]);
    }
    CHECK_STR(argv[2 + WORDS], long_word);
    CHECK_STR(argv[3 + WORDS], every_byte);
    CHECK(!environ[WORDS]);
    return 0;
}

static int check_many(int argc, char **argv)
{
    CHECK_EQ(argc, MANY);
    for (int i = 2; i < MANY; i++)
        CHECK_EQ(atoi(argv[i]), i);
    CHECK(!environ[0]);
    return 0;
}

static void exec_words(void)
{
    char *argv[WORDS + 5] = {"/t/exec_arguments", "words"}, *envp[WORDS + 1] = {NULL};
    for (int i = 0; i < WORDS; i++) {
        argv[2 + i] = (char *)words[i];
        envp[i] = (char *)words[WORDS - 1 - i];
    }
    argv[2 + WORDS] = long_word;
    argv[3 + WORDS] = every_byte;
    execve(argv[0], argv, envp);
    FAIL("exec: %s", strerror(errno));
}

static void exec_many(void)
{
    static char numbers[MANY][8], *argv[MANY + 1] = {"/t/exec_arguments", "many"};
    for (int i = 2; i < MANY; i++) {
        snprintf(numbers[i], 8, "%d", i);
        argv[i] = numbers[i];
    }
    execve(argv[0], argv, NULL); /* no environment */
    FAIL("exec: %s", strerror(errno));
}

int main(int argc, char **argv)
{
    make_words();
    check_layout(argc, argv);
    if (argc > 1)
        return strcmp(argv[1], "words") == 0 ? check_words(argc, argv) : check_many(argc, argv);
    CHECK_EQ(IN_CHILD(exec_words()), 0);
    CHECK_EQ(IN_CHILD(exec_many()), 0);
    char *none[] = {NULL};
    CHECK_FAILS(execve("/bin/true", none, none), EINVAL);
    CHECK_FAILS(execve("/bin/true", NULL, none), EINVAL);
    return 0;
}
