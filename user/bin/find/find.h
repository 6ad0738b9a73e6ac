/*
 * The expression of find (POSIX.1-2017, find): a tree of tests and actions, evaluated for each
 * file.
 */
#ifndef FIND_FIND_H
#define FIND_FIND_H

#include <sys/stat.h>

struct file {
    const char *path;
    const char *name; /* the last name of the path */
    const struct stat *st;
    int skip; /* set by -prune */
};

struct expression;

struct bounds {
    long min, max; /* depths at which files are tested: -mindepth, -maxdepth */
    int after;     /* a directory comes after its contents: -depth, -delete */
};

/* The expression of the words, which prints if it has no action of its own.  A mistake in it ends
 * the program with status 2. */
struct expression *expression_parse(char **expression, struct bounds *bounds);

int expression_holds(const struct expression *e, struct file *file);

/* Runs the commands of -exec ... {} + that still wait for more files.  Returns the exit status of
 * all actions: 0, or 1 after one failed. */
int expression_end(void);

#endif
