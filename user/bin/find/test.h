/* The tests and actions of find's expressions, for expression.c. */
#ifndef FIND_TEST_H
#define FIND_TEST_H

#include "find.h"

#include <stddef.h>

struct expression {
    int (*holds)(const struct expression *e, struct file *file);
    const struct expression *left, *right;
    const char *text;
    long number;
    char sign, unit; /* '+': more than number, '-': less, 0: equal; what -size counts */
    struct command *command;
};

/* A kind of test or action. */
struct test {
    const char *name;
    int nwords;
    void (*read)(struct expression *e, char *word); /* NULL: the word is kept as it is */
    int (*holds)(const struct expression *e, struct file *file);
    int acts; /* it is an action: without one, find prints */
};

extern const struct test tests[];
extern const size_t test_count;
extern struct bounds test_bounds; /* set by -mindepth, -maxdepth */
extern int test_failed;           /* an action failed */

/* Ends the program with status 2: there is this problem with the word. */
_Noreturn void test_refuse(const char *word, const char *problem);

#endif
