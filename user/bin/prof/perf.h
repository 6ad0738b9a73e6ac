/* --format perf: text as `perf script` of Linux prints it, for Firefox Profiler, inferno and
 * speedscope. */
#ifndef PROF_PERF_H
#define PROF_PERF_H

#include <stdio.h>

#include "groups.h"
#include "program.h"
#include "stacks.h"

/* Prints an event for each tick of the group's processes, and adds their samples to the stacks. */
void perf_print(FILE *out, struct stacks *stacks, const struct group *group,
                const struct program *program);

#endif
