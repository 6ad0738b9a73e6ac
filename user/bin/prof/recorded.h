/* The report of a run: of all that was recorded. */
#ifndef PROF_RECORDED_H
#define PROF_RECORDED_H

#include <stdio.h>

#include "groups.h"
#include "options.h"
#include "program.h"

struct recorded {
    const struct records *records;
    const struct groups *groups;
    pid_t pid;        /* the process that prof started, or that --pid named */
    const char *name; /* its program's name, for messages */
    char *path;       /* its program's file and symbols; NULL: not read yet */
    struct program *program;
};

/* Whether the first group begins with the process and program that it is all about: yes, unless
 * their record was lost. */
bool recorded_has_first(const struct recorded *recorded);

void recorded_print(FILE *out, const struct recorded *recorded, const struct options *options);

/* Writes the page of --html. */
void recorded_page(FILE *out, const struct recorded *recorded, const struct options *options);

#endif
