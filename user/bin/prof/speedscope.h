/* --format speedscope: a JSON file with a profile for each process, in the order of its ticks. */
#ifndef PROF_SPEEDSCOPE_H
#define PROF_SPEEDSCOPE_H

#include <stdio.h>

#include "groups.h"
#include "program.h"
#include "stacks.h"

struct speedscope {
    FILE *out;
    FILE *frames;    /* the names of the functions, which stand at the end of the file */
    unsigned count;  /* of them */
    size_t profiles; /* that are in the file */
};

/* name: what was profiled. */
void speedscope_begin(struct speedscope *speedscope, FILE *out, const char *name);

/* Adds a profile for each process of the group, and its samples to the stacks. */
void speedscope_add(struct speedscope *speedscope, struct stacks *stacks, const struct group *group,
                    const struct program *program);

void speedscope_end(struct speedscope *speedscope);

#endif
