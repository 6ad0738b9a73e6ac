/*
 * Regular expressions (POSIX.1-2017, <regex.h> and XBD chapter 9).
 *
 *                     basic           extended (REG_EXTENDED)
 *     any byte        .               .
 *     one of a set    [a-c[:digit:]]  [a-c[:digit:]]         [^...] all others
 *     repeated        a* a\{2,5\}     a* a+ a? a{2,5}
 *     group           \(ab\)          (ab)
 *     what it took    \1              \1
 *     either          a\|b            a|b
 *     start, end      ^ $             ^ $
 *
 * From GNU come \| \+ \? in the basic kind, and in both kinds \w \W (a letter, digit or _; none),
 * \s \S (white space), \b \B \< \> (at the edge of a word; not; its start; its end).  A backslash
 * before any other letter or digit is REG_EESCAPE, so no pattern silently means something else.
 *
 * A match is the leftmost one, and of these the longest.  Often the groups can share it in several
 * ways; then an earlier alternative goes before a later one, and a repetition takes as much as it
 * can.  POSIX has a finer rule, by which earlier groups are as long as possible.  The difference
 * shows where alternatives begin alike: of "abcd", (a|ab)(c|bcd)(d*) gives its first group "a"
 * here and "ab" by POSIX.
 *
 * The time is the length of the text times the size of the pattern; with \1 it can be exponential.
 * A byte is a character.
 */
#ifndef _REGEX_H
#define _REGEX_H

#include <sys/types.h>

typedef ssize_t regoff_t;

typedef struct {
    size_t re_nsub; /* the pattern's groups */
    struct __regex *__regex;
} regex_t;

typedef struct {
    regoff_t rm_so, rm_eo; /* the match is string[rm_so] to string[rm_eo - 1]; -1: not in it */
} regmatch_t;

/* cflags */
#define REG_EXTENDED 1
#define REG_ICASE    2 /* letters match in both cases */
#define REG_NEWLINE  4 /* . and [^...] take no newline; ^ and $ match beside one, too */
#define REG_NOSUB    8 /* only whether there is a match */

/* eflags */
#define REG_NOTBOL 1 /* the text's start is no start of a line */
#define REG_NOTEOL 2 /* the text's end is no end of a line */

/* (4.4BSD) The text is from match[0].rm_so to rm_eo, and may have NULs.  With REG_NOTBOL, \b and \<
 * see what is before it. */
#define REG_STARTEND 4

#define REG_NOMATCH  1
#define REG_BADPAT   2
#define REG_ECOLLATE 3
#define REG_ECTYPE   4
#define REG_EESCAPE  5
#define REG_ESUBREG  6
#define REG_EBRACK   7
#define REG_EPAREN   8
#define REG_EBRACE   9
#define REG_BADBR    10
#define REG_ERANGE   11
#define REG_ESPACE   12
#define REG_BADRPT   13

#define RE_DUP_MAX 255

/* Returns 0, or one of the above; then there is nothing to free. */
int regcomp(regex_t *regex, const char *pattern, int cflags);

/* Returns 0 with the places of the whole match and of the first nmatch - 1 groups, REG_NOMATCH, or
 * REG_ESPACE if memory is out. */
int regexec(const regex_t *regex, const char *string, size_t nmatch, regmatch_t match[],
            int eflags);

/* A sentence on an error, cut to size bytes.  Returns the bytes that the whole one needs. */
size_t regerror(int error, const regex_t *regex, char *buf, size_t size);

void regfree(regex_t *regex);

#endif
