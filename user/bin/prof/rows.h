/* The rows of a table: which function has how many ticks and calls, and how sure that is. */
#ifndef PROF_ROWS_H
#define PROF_ROWS_H

#include "profile.h"
#include "program.h"
#include "view.h"

struct row {
    const char *name;
    uint64_t low; /* address; UINT64_MAX: none */
    uint64_t ticks, calls;
    double share, error; /* percent */
    int decimals;        /* that the error allows */
};

struct rows {
    struct row *row;
    size_t count;
};

/* The functions that the view asks for, sorted and cut as it says. */
struct rows rows_make(struct program *program, const struct profile *profile,
                      const struct view *view);

/* Sorts and cuts rows that were made elsewhere, and estimates their shares of total ticks.  row has
 * room for one more. */
void rows_arrange(struct rows *rows, uint64_t total, const struct view *view);

/* The standard error of the share that the ticks have of the total, in percent.  total is not 0. */
double rows_error(uint64_t ticks, uint64_t total);

#endif
