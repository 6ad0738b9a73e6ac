/*
 * A small kind of regular expression: a row of items, each matching one character, some repeated.
 *
 *     c        that character          .        any character         \c       c, whatever it is
 *     [a-z_]   one of them             [^a-z]   none of them
 *     ^        at the front: the start of the line      $   at the back: its end
 *              elsewhere a character, but in the extended kind only with a \ or in [ ]
 *     item*    any number of times     and, in the extended kind,  item+  once or more,  item?
 */
#ifndef GREP_REGEX_H
#define GREP_REGEX_H

#include <stddef.h>

struct regex;

/*
 * Translates a pattern; or returns NULL with a reason in *problem, such as "a [ has no ]".
 * fold_case: letters match in both cases.
 */
struct regex *regex_compile(const char *pattern, int extended, int fold_case, const char **problem);

/* Whether there is a match anywhere in the line, which may have NULs and has no newline. */
int regex_match(const struct regex *regex, const char *line, size_t length);

#endif
