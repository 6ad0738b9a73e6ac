/* Numbers for the functions of a program, in the order in which a file names them. */
#ifndef PROF_NUMBERS_H
#define PROF_NUMBERS_H

#include <stdbool.h>

#include "program.h"

struct numbers {
    const struct program *program;
    unsigned *number; /* of each symbol, counted from 1; 0: it has none yet */
    size_t symbols;   /* behind them are two numbers for the names without a symbol, and the
                         kernel's */
    unsigned last;    /* the highest number */
};

/* Begins with the number `first`. */
struct numbers numbers_begin(const struct program *program, unsigned first);
void numbers_free(struct numbers *numbers);

/* Returns the number of a function of the program.  symbol may be NULL; name is then one of the two
 * names of stacks.c.  *is_new: it has no number before this call. */
unsigned numbers_get(struct numbers *numbers, const struct symbol *symbol, const char *name,
                     bool *is_new);

#endif
