/*
 * Regular expressions by backtracking.
 *
 * Without groups a pattern is a row of items, so matching is: take as many characters as the item
 * can, and give them back one by one until the rest of the row matches.  Each item holds the set
 * of bytes that it takes as 256 bits, so that `.', a letter in both cases and [a-z] are handled
 * alike. The time is bounded by length to the power of repeated items: slow patterns exist, endless
 * ones do not.  Left out: groups, alternatives, {m,n}, classes such as [:alpha:].
 */
#include "regex.h"

#include <ctype.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct item {
    uint8_t takes[32]; /* bit c: takes byte c */
    size_t least, most;
};

struct regex {
    int at_start, at_end;
    size_t count;
    struct item items[];
};

static void set_add(struct item *item, unsigned char c)
{
    item->takes[c / 8] |= (uint8_t)(1u << (c % 8));
}

static int set_has(const struct item *item, unsigned char c)
{
    return item->takes[c / 8] >> (c % 8) & 1;
}

static void set_invert(struct item *item)
{
    for (size_t i = 0; i < sizeof(item->takes); i++)
        item->takes[i] = (uint8_t)~item->takes[i];
}

static void set_fold(struct item *item)
{
    for (int c = 'a'; c <= 'z'; c++) {
        int upper = toupper(c);

        if (set_has(item, (unsigned char)c) || set_has(item, (unsigned char)upper)) {
            set_add(item, (unsigned char)c);
            set_add(item, (unsigned char)upper);
        }
    }
}

/* s is just after the [.  Returns what follows the ], or NULL with *problem. */
static const char *parse_set(struct item *item, const char *s, int fold_case, const char **problem)
{
    int invert = *s == '^';
    const char *first = s += invert;

    while (*s && (*s != ']' || s == first)) {
        unsigned char low = (unsigned char)*s++, high = low;

        if (s[0] == '-' && s[1] && s[1] != ']') {
            high = (unsigned char)s[1];
            s += 2;
        }
        if (low > high) {
            *problem = "a range in [ ] goes backwards";
            return NULL;
        }
        for (unsigned c = low; c <= high; c++)
            set_add(item, (unsigned char)c);
    }
    if (!*s) {
        *problem = "a [ has no ]";
        return NULL;
    }
    if (fold_case)
        set_fold(item);
    if (invert)
        set_invert(item);
    return s + 1;
}

static const char *parse_item(struct item *item, const char *s, int extended, int fold_case,
                              const char **problem)
{
    /* There it would be an anchor, which never matches (POSIX.1-2017, XBD 9.4.9). */
    if (extended && (*s == '^' || *s == '$')) {
        *problem = "with -E, a ^ that is not first and a $ that is not last need a \\";
        return NULL;
    }
    if (*s == '[')
        return parse_set(item, s + 1, fold_case, problem);
    if (*s == '.') {
        set_invert(item);
        return s + 1;
    }
    if (*s == '\\' && !*++s) {
        *problem = "it ends in a backslash";
        return NULL;
    }
    set_add(item, (unsigned char)*s);
    if (fold_case)
        set_fold(item);
    return s + 1;
}

static const char *parse_repeat(struct item *item, const char *s, int extended)
{
    item->least = item->most = 1;
    if (*s == '*' || (extended && (*s == '+' || *s == '?'))) {
        item->least = *s == '+';
        item->most = *s == '?' ? 1 : SIZE_MAX;
        s++;
    }
    return s;
}

struct regex *regex_compile(const char *pattern, int extended, int fold_case, const char **problem)
{
    struct regex *regex = calloc(1, sizeof(*regex) + strlen(pattern) * sizeof(struct item));
    const char *s = pattern;

    if (!regex) {
        *problem = "out of memory";
        return NULL;
    }
    regex->at_start = *s == '^';
    s += regex->at_start;
    while (*s) {
        struct item *item = &regex->items[regex->count];

        if (s[0] == '$' && !s[1]) {
            regex->at_end = 1;
            break;
        }
        s = parse_item(item, s, extended, fold_case, problem);
        if (!s) {
            free(regex);
            return NULL;
        }
        s = parse_repeat(item, s, extended);
        regex->count++;
    }
    return regex;
}

/* Whether the items from index on match a prefix of [s, end). */
static int match_here(const struct regex *regex, size_t index, const char *s, const char *end)
{
    const struct item *item = &regex->items[index];
    size_t taken = 0;

    if (index == regex->count)
        return !regex->at_end || s == end;
    while (taken < item->most && s + taken < end && set_has(item, (unsigned char)s[taken]))
        taken++;
    for (; taken >= item->least; taken--) {
        if (match_here(regex, index + 1, s + taken, end))
            return 1;
        if (taken == 0)
            break;
    }
    return 0;
}

int regex_match(const struct regex *regex, const char *line, size_t length)
{
    const char *s = line, *end = line + length;

    do {
        if (match_here(regex, 0, s, end))
            return 1;
    } while (!regex->at_start && s++ < end);
    return 0;
}
