/* Printing rows as a table. */
#ifndef PROF_TABLE_H
#define PROF_TABLE_H

#include <stdio.h>

#include "rows.h"

/* Parts of the table beside shares, ticks and names. */
struct table {
    double rate;      /* ticks a second */
    const char *what; /* heads the names: "function" */
    bool calls;       /* columns for calls, and milliseconds a call */
    char base;        /* as struct view's */
};

/* Prints the rows, and an empty line; no wider than the terminal, if out is one. */
void table_print(FILE *out, const struct rows *rows, const struct table *table);

/* Decimals of a second that a tick is worth. */
int table_places(double hz);

#endif
