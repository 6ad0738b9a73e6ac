/* wordexp makes the words that the shell would make, or returns what is wrong with the line. */
/* machine: det=1 cpus=1 */
#include "check.h"
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include <wordexp.h>

/* The words with | between them. */
static const char *words(const char *line, int flags)
{
    static char text[300];
    wordexp_t w;

    int error = wordexp(line, &w, flags);
    if (error) {
        sprintf(text, "error %d", error);
        return text;
    }
    text[0] = 0;
    for (size_t i = 0; i < w.we_wordc; i++)
        sprintf(text + strlen(text), "%s%s", i ? "|" : "", w.we_wordv[i]);
    CHECK(!w.we_wordv[w.we_wordc]);
    wordfree(&w);
    return text;
}

static void quotes(void)
{
    CHECK_STR(words("  one two\tthree ", 0), "one|two|three");
    CHECK_STR(words("'a  b' \"c  d\" e\\ f '' \"\"", 0), "a  b|c  d|e f||");
    CHECK_STR(words("a'b'\"c\"\\d", 0), "abcd");
    CHECK_STR(words("\"a\\b\\\"c\\$x\"", 0), "a\\b\"c$x");
    CHECK_STR(words("", 0), "");
    CHECK_STR(words("'a", 0), "error 5");
    CHECK_STR(words("\"a", 0), "error 5");
    CHECK_STR(words("a\\", 0), "error 5");
    CHECK_STR(words("a | b", 0), "error 1");
    CHECK_STR(words("a 'b | c'", 0), "a|b | c");
}

static void variables(void)
{
    CHECK_EQ(setenv("x", "one  two*", 1), 0);
    CHECK_EQ(setenv("empty", "", 1), 0);
    CHECK_EQ(setenv("HOME", "/home", 1), 0);
    CHECK_STR(words("$x", 0), "one|two*");
    CHECK_STR(words("a${x}b", 0), "aone|two*b");
    CHECK_STR(words("\"$x\"", 0), "one  two*");
    CHECK_STR(words("$none a", 0), "a");
    CHECK_STR(words("$none", WRDE_UNDEF), "error 2");
    CHECK_STR(words("${none-a b} ${empty-c} ${empty:-d}", 0), "a|b|d");
    CHECK_STR(words("${x+set} ${none+set} ${#x}", 0), "set|9");
    CHECK_STR(words("${made=v w} $made", 0), "v|w|v|w");
    CHECK_STR(words("${none?}", 0), "error 2");
    CHECK_STR(words("${x%o}", 0), "error 5");
    CHECK_STR(words("$((1+1))", 0), "error 5");
    CHECK_STR(words("${x", 0), "error 5");
    CHECK_STR(words("~ ~/a b~ ~root '~' ~none", 0), "/home|/home/a|b~|/|~|~none");
    CHECK_STR(words("$ a$", 0), "$|a$");
    CHECK_EQ(setenv("IFS", ":", 1), 0);
    CHECK_EQ(setenv("x", "a::b c", 1), 0);
    CHECK_STR(words("$x", 0), "a||b c");
    CHECK_EQ(unsetenv("IFS"), 0);
}

static void commands(void)
{
    CHECK_STR(words("$(echo a b; echo c) `echo d`", 0), "a|b|c|d");
    CHECK_STR(words("\"$(echo 'a  )b')\"", 0), "a  )b");
    CHECK_STR(words("$(echo a)", WRDE_NOCMD), "error 3");
    CHECK_STR(words("${x-$(echo a)}", WRDE_NOCMD), "error 3");
    CHECK_STR(words("$(echo a", 0), "error 5");
    CHECK_STR(words("${HOME-$(echo a >/tmp/ran)} ${none-$(echo b)}", 0), "/home|b");
    CHECK(access("/tmp/ran", F_OK) < 0);
}

static void files(void)
{
    CHECK_EQ(mkdir("/tmp/w", 0700), 0);
    CHECK_EQ(close(open("/tmp/w/a.c", O_CREAT | O_WRONLY, 0600)), 0);
    CHECK_EQ(close(open("/tmp/w/b.c", O_CREAT | O_WRONLY, 0600)), 0);
    CHECK_STR(words("/tmp/w/*.c /tmp/w/*.h '/tmp/w/*.c'", 0),
              "/tmp/w/a.c|/tmp/w/b.c|/tmp/w/*.h|/tmp/w/*.c");
    CHECK_EQ(setenv("p", "/tmp/w/?.c", 1), 0);
    CHECK_STR(words("$p \"$p\"", 0), "/tmp/w/a.c|/tmp/w/b.c|/tmp/w/?.c");
    CHECK_EQ(unlink("/tmp/w/a.c"), 0);
    CHECK_EQ(unlink("/tmp/w/b.c"), 0);
    CHECK_EQ(rmdir("/tmp/w"), 0);
}

static void lists(void)
{
    wordexp_t w = {.we_offs = 2};

    CHECK_EQ(wordexp("a", &w, WRDE_DOOFFS), 0);
    CHECK_EQ(wordexp("b c", &w, WRDE_DOOFFS | WRDE_APPEND), 0);
    CHECK_EQ(wordexp("'d", &w, WRDE_DOOFFS | WRDE_APPEND), WRDE_SYNTAX);
    CHECK_EQ(w.we_wordc, 3);
    CHECK(!w.we_wordv[0] && !w.we_wordv[1] && !w.we_wordv[5]);
    CHECK_STR(w.we_wordv[2], "a");
    CHECK_STR(w.we_wordv[4], "c");
    CHECK_EQ(wordexp("z", &w, WRDE_REUSE), 0);
    CHECK_EQ(w.we_wordc, 1);
    CHECK_STR(w.we_wordv[0], "z");
    wordfree(&w);
}

int main(void)
{
    quotes();
    variables();
    commands();
    files();
    lists();
    return 0;
}
