/* --tree: who called whom, for a reader at a terminal. */
#ifndef PROF_TREE_H
#define PROF_TREE_H

#include <stdio.h>

#include "stacks.h"

/*
 * Prints the tree of calls from main downward, and then each function with its callers.  Both leave
 * out functions with less than 1/200 of the ticks, and say so.  rows: at most so many of each; 0:
 * all.  The stacks must be sorted.
 */
void tree_print(FILE *out, const struct stacks *stacks, int rows);

#endif
