/* --format callgrind: the functions, and the calls between them, as KCachegrind reads them. */
#ifndef PROF_CALLGRIND_H
#define PROF_CALLGRIND_H

#include <stdio.h>

#include "stacks.h"

void callgrind_begin(FILE *out);

/* Adds the functions of the program with that path. */
void callgrind_add(FILE *out, const struct stacks *stacks, const char *path);

/* ticks: of all stacks that were added. */
void callgrind_end(FILE *out, uint64_t ticks);

#endif
