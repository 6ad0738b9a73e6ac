/* --format folded: call stacks as flamegraph.pl, inferno and speedscope read them. */
#ifndef PROF_FOLDED_H
#define PROF_FOLDED_H

#include <stdio.h>

#include "stacks.h"

/* One line for each path of calls whose last function has ticks: "main;outer;inner 12". */
void folded_print(FILE *out, const struct stacks *stacks);

#endif
