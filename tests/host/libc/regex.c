/* Regular expressions: a table by POSIX.1-2017, XBD chapter 9, and random patterns against the
 * host's own library. */
#include <errno.h>
#include <regex.h>
#include <stdbool.h>
#include <string.h>
#include <sys/types.h>

#include "check.h"

/* Ours; the host's have other shapes. */
struct pattern {
    size_t re_nsub;
    void *inside;
};
struct place {
    ssize_t so, eo;
};

int t_regcomp(struct pattern *regex, const char *pattern, int cflags);
int t_regexec(const struct pattern *regex, const char *s, size_t n, struct place *at, int eflags);
size_t t_regerror(int error, const struct pattern *regex, char *buf, size_t size);
void t_regfree(struct pattern *regex);

enum { EXTENDED = 1, ICASE = 2, NEWLINE = 4, NOSUB = 8, NOTBOL = 1, NOTEOL = 2, STARTEND = 4 };
enum {
    NOMATCH = 1,
    ECOLLATE = 3,
    ECTYPE,
    EESCAPE,
    ESUBREG,
    EBRACK,
    EPAREN,
    EBRACE,
    BADBR,
    ERANGE_,
    ESPACE,
    BADRPT
};

#define PLACES 6

/* ---- by hand ---- */

/* The places as text: "0-3 1-2 -" for a match with two groups, of which the second took nothing. */
static void run(char *shown, const char *pattern, int cflags, const char *text, int eflags)
{
    struct pattern regex;
    int error = t_regcomp(&regex, pattern, cflags);

    if (error) {
        sprintf(shown, "error %d", error);
        return;
    }
    struct place at[PLACES];
    error = t_regexec(&regex, text, PLACES, at, eflags);
    *shown = '\0';
    if (error)
        sprintf(shown, "%s", error == NOMATCH ? "none" : "error");
    for (size_t i = 0; !error && i <= regex.re_nsub && i < PLACES; i++, shown += strlen(shown))
        if (at[i].so < 0)
            sprintf(shown, "%s-", i > 0 ? " " : "");
        else
            sprintf(shown, "%s%zd-%zd", i > 0 ? " " : "", at[i].so, at[i].eo);
    t_regfree(&regex);
}

static const struct {
    const char *pattern;
    int cflags;
    const char *text, *want;
} cases[] = {
    /* the issue's: nothing was printed where one matches */
    {"a+|b", EXTENDED, "abc", "0-1"},
    /* leftmost, then longest */
    {"a|ab", EXTENDED, "xabc", "1-3"},
    {"a|ab|abc", EXTENDED, "abcd", "0-3"},
    {"(a|ab)(c|bcd)", EXTENDED, "abcd", "0-4 0-1 1-4"},
    {"x*", EXTENDED, "aaxx", "0-0"},
    {"x*", 0, "xxa", "0-2"},
    {"", 0, "abc", "0-0"},
    {"", EXTENDED, "", "0-0"},
    /* repetitions */
    {"ab*c", 0, "xacabbbc", "1-3"},
    {"ab+c", EXTENDED, "acabbbc", "2-7"},
    {"ab\\+c", 0, "acabbbc", "2-7"},
    {"ab?c", EXTENDED, "abbcabc", "4-7"},
    {"ab{2,3}c", EXTENDED, "abcabbbbcabbbc", "9-14"},
    {"ab\\{2\\}c", 0, "abcabbc", "3-7"},
    {"a{2,}", EXTENDED, "abaaaa", "2-6"},
    {"a{,2}b", EXTENDED, "aaab", "1-4"},
    {"a{0}b", EXTENDED, "aab", "2-3"},
    {"(ab){2}", EXTENDED, "ababab", "0-4 2-4"},
    {"a**", 0, "aaa", "0-3"},
    {"(a*)*", EXTENDED, "b", "0-0 0-0"},
    {"(a*)+", EXTENDED, "aab", "0-2 0-2"},
    {"(a|b)*c", EXTENDED, "xabac", "1-5 3-4"},
    {"(a*)(ab)*(b*)", EXTENDED, "abb", "0-3 0-1 - 1-3"},
    {"((a|b)|c)*", EXTENDED, "cb", "0-2 1-2 1-2"},
    /* operators that are bytes where they stand, and the other way round */
    {"*a", 0, "b*a", "1-3"},
    {"^*a", 0, "*a", "0-2"},
    {"\\(*a\\)", 0, "*a", "0-2 0-2"},
    {"a+b?{|()", 0, "a+b?{|()", "0-8"},
    {"a\\+b\\?\\{", EXTENDED, "a+b?{", "0-5"},
    {"a^b$c", 0, "a^b$c", "0-5"},
    {"a\\|b", 0, "xb", "1-2"},
    {"a\\.b", 0, "axba.b", "3-6"},
    /* anchors */
    {"^a", 0, "ba", "none"},
    {"a$", 0, "ab", "none"},
    {"^$", 0, "", "0-0"},
    {"\\(^a\\)b", 0, "ab", "0-2 0-1"},
    {"a\\(b$\\)", 0, "ab", "0-2 1-2"},
    {"x|^a|b$", EXTENDED, "cab", "2-3"},
    {"a^b", EXTENDED, "a^b", "none"},
    {"(^|b)a", EXTENDED, "xba", "1-3 1-2"},
    {"^b", NEWLINE, "a\nb", "2-3"},
    {"a$", NEWLINE, "a\nb", "0-1"},
    {"^b", 0, "a\nb", "none"},
    {"a.b", NEWLINE, "a\nb", "none"},
    {"a.b", 0, "a\nb", "0-3"},
    {"a[^x]b", NEWLINE, "a\nb", "none"},
    /* sets */
    {"[]x]", 0, "a]", "1-2"},
    {"[^]x]", 0, "]xa", "2-3"},
    {"[a-c]+", EXTENDED, "xabcd", "1-4"},
    {"[a-]+", EXTENDED, "b-a-", "1-4"},
    {"[[:digit:]_]+", EXTENDED, "ab12_c", "2-5"},
    {"[^[:space:]]+", EXTENDED, "  ab ", "2-4"},
    {"[[.-.]a]+", EXTENDED, "b-a", "1-3"},
    {"[[=a=]b]+", EXTENDED, "cab", "1-3"},
    {"[a\\]+", EXTENDED, "b\\a", "1-3"},
    {"[.*[]", 0, "a[", "1-2"},
    {"\200", 0, "a\200", "1-2"},
    {"[\200-\377]", 0, "a\300", "1-2"},
    /* case */
    {"aBc", ICASE, "xAbC", "1-4"},
    {"[a-c]X", ICASE, "Bx", "0-2"},
    {"[^a]", ICASE, "Ab", "1-2"},
    {"\\(a\\)\\1", ICASE, "aA", "0-2 0-1"},
    /* what a group took */
    {"\\(a*\\)b\\1", 0, "aabaa", "0-5 0-2"},
    {"\\(a*\\)b\\1", 0, "aaba", "1-4 1-2"},
    {"(.)(.)\\2\\1", EXTENDED, "xabba", "1-5 1-2 2-3"},
    {"\\(a\\)*\\1", 0, "b", "none"},
    {"(a*)+\\1", EXTENDED, "aa", "0-2 0-1"},
    /* GNU's */
    {"\\bis\\b", 0, "this is", "5-7"},
    {"\\<i", 0, "bi i", "3-4"},
    {"b\\>", 0, "bb b", "1-2"},
    {"a\\Bb", 0, "ab", "0-2"},
    {"\\w+", EXTENDED, "- a_1", "2-5"},
    {"\\W\\s", 0, "a- ", "1-3"},
    {"\\S\\+", 0, " ab", "1-3"},
    /* mistakes */
    {"a\\", 0, "", "error 5"},
    {"\\d", EXTENDED, "", "error 5"},
    {"[a", 0, "", "error 7"},
    {"[", EXTENDED, "", "error 7"},
    {"[[:alpha", 0, "", "error 7"},
    {"[[:some:]]", 0, "", "error 4"},
    {"[[.ab.]]", 0, "", "error 3"},
    {"[c-a]", 0, "", "error 11"},
    {"[a-[:digit:]]", 0, "", "error 11"},
    {"(a", EXTENDED, "", "error 8"},
    {"a)", EXTENDED, "", "error 8"},
    {"\\(a", 0, "", "error 8"},
    {"a\\)", 0, "", "error 8"},
    {"a{2", EXTENDED, "", "error 9"},
    {"a\\{2", 0, "", "error 9"},
    {"a{", EXTENDED, "", "error 9"},
    {"a{x}", EXTENDED, "", "error 10"},
    {"a{3,2}", EXTENDED, "", "error 10"},
    {"a{256}", EXTENDED, "", "error 10"},
    {"a{1,256}", EXTENDED, "", "error 10"},
    {"a\\{1}", 0, "", "error 10"},
    {"*a", EXTENDED, "", "error 13"},
    {"a|*b", EXTENDED, "", "error 13"},
    {"^*", EXTENDED, "", "error 13"},
    {"(+)", EXTENDED, "", "error 13"},
    {"\\1", 0, "", "error 6"},
    {"\\(a\\1\\)", 0, "", "error 6"},
    {"\\(a\\)\\2", 0, "", "error 6"},
    {"((a{255}){255}){255}", EXTENDED, "", "error 12"},
};

static void table(void)
{
    char shown[200];

    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        run(shown, cases[i].pattern, cases[i].cflags, cases[i].text, 0);
        CHECK(!strcmp(shown, cases[i].want), "%s (%d) on '%s': %s, not %s", cases[i].pattern,
              cases[i].cflags, cases[i].text, shown, cases[i].want);
    }
}

static void flags(void)
{
    char shown[200];
    run(shown, "^a", 0, "a", NOTBOL);
    CHECK(!strcmp(shown, "none"), "%s", shown);
    run(shown, "a$", 0, "a", NOTEOL);
    CHECK(!strcmp(shown, "none"), "%s", shown);
    run(shown, "^b$", NEWLINE, "a\nb\n", NOTBOL | NOTEOL);
    CHECK(!strcmp(shown, "2-3"), "%s", shown);
    struct pattern regex;
    CHECK(t_regcomp(&regex, "^\\(.\\).b", 0) == 0, "NULs");
    struct place at[3] = {{1, 5}, {7, 7}, {7, 7}};
    CHECK(t_regexec(&regex, "xa\0bcd", 3, at, STARTEND) == 0, "from 1 to 5");
    CHECK(at[0].so == 1 && at[0].eo == 4 && at[1].so == 1 && at[1].eo == 2 && at[2].so == -1,
          "%zd-%zd", at[0].so, at[0].eo);
    t_regfree(&regex);
    CHECK(t_regcomp(&regex, "\\<a", 0) == 0, "words");
    at[0] = (struct place){1, 4};
    CHECK(t_regexec(&regex, "aa a", 1, at, STARTEND) == 0 && at[0].so == 1, "%zd", at[0].so);
    at[0] = (struct place){1, 4};
    CHECK(t_regexec(&regex, "aa a", 1, at, STARTEND | NOTBOL) == 0 && at[0].so == 3, "%zd",
          at[0].so);
    t_regfree(&regex);
    CHECK(t_regcomp(&regex, "(b)", EXTENDED | NOSUB) == 0 && regex.re_nsub == 1, "no places");
    at[0] = (struct place){7, 7};
    CHECK(t_regexec(&regex, "ab", 3, at, 0) == 0 && at[0].so == 7, "they are left alone");
    t_regfree(&regex);
}

static void errors(void)
{
    for (int error = 0; error <= BADRPT; error++) {
        char text[200], cut[5];
        size_t n = t_regerror(error, NULL, text, sizeof(text));
        CHECK(n == strlen(text) + 1 && n > 5, "%d", error);
        CHECK(t_regerror(error, NULL, cut, sizeof(cut)) == n && strlen(cut) == 4, "%d", error);
        CHECK(t_regerror(error, NULL, NULL, 0) == n, "%d", error);
    }
}

/* ---- at length ---- */

/* Patterns that take exponential time in a simple matcher. */
static void quick(void)
{
    static char text[20001];
    static const char *const slow[] = {"(a*)*b", "(a|a)*b", "(a|aa)+$b", "((a*)*)*b",
                                       "(.*)(.*)(.*)b"};

    memset(text, 'a', sizeof(text) - 1);
    char shown[200];
    for (size_t i = 0; i < sizeof(slow) / sizeof(*slow); i++) {
        run(shown, slow[i], EXTENDED, text, 0);
        CHECK(!strcmp(shown, "none"), "%s: %s", slow[i], shown);
    }
    run(shown, "(a|b)*", EXTENDED, text, 0);
    CHECK(!strcmp(shown, "0-20000 19999-20000"), "%s", shown);
}

static void nested(void)
{
    static char pattern[2000];
    char shown[200];

    for (int depth = 199; depth <= 201; depth++) {
        memset(pattern, '(', depth);
        pattern[depth] = 'a';
        memset(pattern + depth + 1, ')', depth);
        pattern[2 * depth + 1] = '\0';
        run(shown, pattern, EXTENDED, "a", 0);
        CHECK(!strncmp(shown, depth <= 200 ? "0-1" : "error 12", 3), "%d: %s", depth, shown);
    }
}

/* ---- at random ---- */

static void random_piece(char **to, int depth)
{
    static const char *const atoms[] = {"a", "b", "c", ".", "[ab]", "[^a]", "a", "b"};
    static const char *const repeats[] = {"*", "+", "?", "{2}", "{1,2}", "{0,2}", "{2,}"};

    if (depth > 0 && draw_below(4) == 0) {
        *to += sprintf(*to, "(");
        for (unsigned n = draw_below(3) + 1; n > 0; n--)
            random_piece(to, depth - 1);
        while (draw_below(2)) {
            *to += sprintf(*to, "|");
            for (unsigned n = draw_below(2) + 1; n > 0; n--)
                random_piece(to, depth - 1);
        }
        *to += sprintf(*to, ")");
    } else {
        *to += sprintf(*to, "%s", atoms[draw_below(8)]);
    }
    if (draw_below(3) == 0)
        *to += sprintf(*to, "%s", repeats[draw_below(7)]);
}

static void compare(const char *pattern, int cflags, const char *text, int eflags)
{
    struct pattern ours;
    CHECK(t_regcomp(&ours, pattern, cflags | EXTENDED) == 0, "%s", pattern);
    regex_t hosts;
    CHECK(regcomp(&hosts, pattern,
                  REG_EXTENDED | (cflags & ICASE ? REG_ICASE : 0) |
                      (cflags & NEWLINE ? REG_NEWLINE : 0)) == 0,
          "%s", pattern);
    struct place at;
    int got = t_regexec(&ours, text, 1, &at, eflags);
    regmatch_t want;
    int wanted = regexec(&hosts, text, 1, &want,
                         (eflags & NOTBOL ? REG_NOTBOL : 0) | (eflags & NOTEOL ? REG_NOTEOL : 0));
    CHECK(got == wanted && (got || (at.so == want.rm_so && at.eo == want.rm_eo)),
          "%s (%d) on '%s' (%d): %d %zd-%zd, and by the host %d %d-%d", pattern, cflags, text,
          eflags, got, at.so, at.eo, wanted, (int)want.rm_so, (int)want.rm_eo);
    CHECK(t_regexec(&ours, text, 0, NULL, eflags) == wanted, "%s on %s", pattern, text);
    t_regfree(&ours);
    regfree(&hosts);
}

static void at_random(void)
{
    for (int i = 0; i < 4000; i++) {
        char pattern[1000], *end = pattern, text[20];
        if (draw_below(8) == 0)
            *end++ = '^';
        for (unsigned n = draw_below(4) + 1; n > 0; n--)
            random_piece(&end, 2);
        if (draw_below(8) == 0)
            *end++ = '$';
        *end = '\0';
        for (int j = 0; j < 8; j++) {
            unsigned n = draw_below(sizeof(text));
            for (unsigned k = 0; k < n; k++)
                text[k] = "aaabbbcC\n"[draw_below(9)];
            text[n] = '\0';
            compare(pattern, (int)draw_below(4) * 2, text, (int)draw_below(4));
        }
    }
}

int main(void)
{
    table();
    flags();
    errors();
    quick();
    nested();
    at_random();
    return verdict("regex");
}
