/* The table of source lines, for --lines. */
#ifndef PROF_BY_LINE_H
#define PROF_BY_LINE_H

#include <stdio.h>

#include "line_table.h"
#include "profile.h"
#include "view.h"

/* An image has the sources of its programs here, by their paths at compile time. */
#define SOURCES "/usr/src"

/* Prints the lines with ticks in a profile whose bins are of one pc each, sorted and cut as the
 * view says.  name is the program's. */
void by_line_print(FILE *out, const char *name, const struct profile *profile,
                   const struct line_table *table, const struct view *view);

#endif
