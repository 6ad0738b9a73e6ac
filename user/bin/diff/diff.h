/* The parts of diff: two files as arrays of lines, and which of these differ. */
#ifndef DIFF_DIFF_H
#define DIFF_DIFF_H

#include <stddef.h>

struct line {
    const char *text;
    size_t length;      /* with its newline */
    unsigned long hash; /* equal lines have equal ones */
    int changed;        /* set by compare_lines(): the other file lacks this line here */
};

struct lines {
    const char *name;
    struct line *list;
    long count;
    int no_newline; /* the last line has none */
};

/* Marks the lines of both that are not in a longest common subsequence. */
void compare_lines(struct lines *first, struct lines *second);

/* Prints the differences: with `context` at least 0 in the unified format with so many lines
 * around, otherwise in the normal one (POSIX.1-2017, diff). */
void print_differences(const struct lines *a, const struct lines *b, long context);

#endif
