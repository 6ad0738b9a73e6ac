/* The functions of a tree of calls, and the calls between them. */
#ifndef PROF_FUNCTIONS_H
#define PROF_FUNCTIONS_H

#include "stacks.h"

struct function {
    const char *name;
    const struct symbol *symbol; /* which has the name; NULL: none */
    uint64_t own, total;         /* ticks in it alone, and with all that it called */
    int open; /* for the walk: its calls that are not at their end; 0 behind it */
};

struct arc {
    size_t caller, callee; /* functions */
    uint64_t ticks;        /* of the callee and all that it called, when the caller called it */
    int open;              /* as above */
};

struct functions {
    struct function *function;
    struct arc *arc;
    size_t count, arc_count;
};

struct functions functions_of(const struct stacks *stacks);
void functions_free(struct functions *all);

#endif
