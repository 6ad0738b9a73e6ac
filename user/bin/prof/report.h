/* The flat profile. */
#ifndef PROF_REPORT_H
#define PROF_REPORT_H

#include "profile.h"
#include "program.h"

/*
 * Prints the functions with ticks, the most first, at most rows of them (0: all), and the totals,
 * to standard output.  name is the program's name.
 */
void report_print(const char *name, struct program *program, const struct profile *profile,
                  int rows);

#endif
