/* Patterns of file names against a name. */
#include <ctype.h>
#include <fnmatch.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "../regex/regex.h"

static unsigned char folded(unsigned char c, int flags)
{
    return flags & FNM_CASEFOLD ? (unsigned char)tolower(c) : c;
}

/* One end of a range. */
static unsigned char one_byte(const char **s, int flags)
{
    *s += **s == '\\' && !(flags & FNM_NOESCAPE) && (*s)[1];
    return (unsigned char)*(*s)++;
}

/* The next byte, range or class of a set. */
static void add_next(struct __regex_set *set, const char **s, int flags)
{
    const char *end = (*s)[0] == '[' && (*s)[1] == ':' ? strstr(*s + 2, ":]") : NULL;

    if (end && __regex_class(set, (const unsigned char *)*s + 2, (size_t)(end - *s - 2)) == 0) {
        *s = end + 2;
        return;
    }
    unsigned char low = one_byte(s, flags), high = low;
    if ((*s)[0] == '-' && (*s)[1] && (*s)[1] != ']') {
        *s += 1;
        high = one_byte(s, flags);
    }
    for (unsigned c = low; c <= high; c++)
        set_add(set, (unsigned char)c);
}

/* *s is behind the [.  Whether c is in the set; moves *s behind the ], or to NULL if it has none.
 */
static bool match_set(const char **s, unsigned char c, int flags)
{
    struct __regex_set set = {{0}};
    const char *p = *s;
    bool inverted = *p == '!' || *p == '^';

    p += inverted;
    for (const char *first = p; *p && (*p != ']' || p == first);)
        add_next(&set, &p, flags);
    *s = *p ? p + 1 : NULL;
    bool has = set_has(&set, c);
    if (flags & FNM_CASEFOLD)
        has = set_has(&set, (unsigned char)tolower(c)) || set_has(&set, (unsigned char)toupper(c));
    return has != inverted;
}

/* Matches one byte; returns the rest of the pattern, or NULL. */
static const char *match_one(const char *pattern, unsigned char c, int flags)
{
    const char *rest = pattern + 1;

    if (c == '/' && flags & FNM_PATHNAME)
        return *pattern == '\\' && !(flags & FNM_NOESCAPE) && *rest == '/' ? rest + 1
               : *pattern == '/'                                           ? rest
                                                                           : NULL;
    if (*pattern == '?')
        return rest;
    if (*pattern == '[') {
        bool found = match_set(&rest, c, flags);

        if (rest)
            return found ? rest : NULL;
        rest = pattern + 1; /* no ]: the [ means itself */
    }
    if (*pattern == '\\' && pattern[1] && !(flags & FNM_NOESCAPE))
        rest = ++pattern + 1;
    return folded((unsigned char)*pattern, flags) == folded(c, flags) ? rest : NULL;
}

/* Whether it is a . that only a . matches. */
static bool is_hidden(const char *s, const char *string, int flags)
{
    return *s == '.' && flags & FNM_PERIOD &&
           (s == string || (flags & FNM_PATHNAME && s[-1] == '/'));
}

/*
 * When a byte does not fit, only the latest * has to take one more.  It can take all bytes that an
 * earlier one can, and none of them can take a byte that it must not take.
 */
int fnmatch(const char *pattern, const char *string, int flags)
{
    const char *star = NULL, *retry = NULL, *rest, *s = string;

    while (*s) {
        bool hidden = is_hidden(s, string, flags);
        if (*pattern == '*' && !hidden) {
            star = ++pattern;
            retry = s;
        } else if (*pattern && !(hidden && *pattern != '.' && *pattern != '\\') &&
                   (rest = match_one(pattern, (unsigned char)*s, flags))) {
            pattern = rest;
            s++;
        } else if (star && !(*retry == '/' && flags & FNM_PATHNAME) &&
                   !is_hidden(retry, string, flags)) {
            pattern = star;
            s = ++retry;
        } else {
            return FNM_NOMATCH;
        }
    }
    while (*pattern == '*')
        pattern++;
    return *pattern == '\0' ? 0 : FNM_NOMATCH;
}
