/* File name patterns against the host's. */
#include <fnmatch.h>
#include <string.h>

#include "check.h"

int t_fnmatch(const char *pattern, const char *string, int flags);

enum { PATHNAME = 1, NOESCAPE = 2, PERIOD = 4, CASEFOLD = 16 };

static void by_hand(void)
{
    static const struct {
        const char *pattern, *string;
        int flags, differs;
    } cases[] = {
        {"", "", 0, 0},
        {"*", ".a", PERIOD, 1},
        {"*", ".a", 0, 0},
        {".*", ".a", PERIOD, 0},
        {"[.]a", ".a", PERIOD, 1},
        {"a/*", "a/.b", PERIOD, 0},
        {"a/*", "a/.b", PERIOD | PATHNAME, 1},
        {"*", "a/b", 0, 0},
        {"*", "a/b", PATHNAME, 1},
        {"*/b", "a/b", PATHNAME, 0},
        {"a[/]b", "a/b", PATHNAME, 1},
        {"a?b", "a/b", PATHNAME, 1},
        {"\\*", "*", 0, 0},
        {"\\*", "\\x", NOESCAPE, 0},
        {"[[:digit:]x]", "7", 0, 0},
        {"[![:digit:]]", "7", 0, 1},
        {"[a-c]", "B", CASEFOLD, 0},
        {"AB*", "abc", CASEFOLD, 0},
        {"[]-]", "-", 0, 0},
        {"[a", "[a", 0, 0},
        {"[\\]]", "]", 0, 0},
        {"a*b*c", "aXbXbXc", 0, 0},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
        CHECK(t_fnmatch(cases[i].pattern, cases[i].string, cases[i].flags) == cases[i].differs,
              "%s, %s, %d", cases[i].pattern, cases[i].string, cases[i].flags);
}

static void at_random(void)
{
    static const char *const parts[] = {"a",    "b",    ".",   "/", "*",     "?",
                                        "[ab]", "[!a]", "\\a", "*", "[a-b.]"};
    for (int i = 0; i < 50000; i++) {
        char pattern[100] = "", string[10];
        for (unsigned n = draw_below(6); n > 0; n--)
            strcat(pattern, parts[draw_below(11)]);
        unsigned n = draw_below(sizeof(string));
        for (unsigned k = 0; k < n; k++)
            string[k] = "aabb./A"[draw_below(7)];
        string[n] = '\0';
        int ours = (int)draw_below(8), flags = (ours & PATHNAME ? FNM_PATHNAME : 0) |
                                               (ours & NOESCAPE ? FNM_NOESCAPE : 0) |
                                               (ours & PERIOD ? FNM_PERIOD : 0);
        int got = t_fnmatch(pattern, string, ours), want = fnmatch(pattern, string, flags);
        CHECK(got == want, "%s, %s, %d: %d, and by the host %d", pattern, string, ours, got, want);
    }
}

int main(void)
{
    by_hand();
    at_random();
    return verdict("fnmatch");
}
