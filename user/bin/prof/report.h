/* The report of one program: its table, and what the table does not show. */
#ifndef PROF_REPORT_H
#define PROF_REPORT_H

#include <stdio.h>

#include "profile.h"
#include "program.h"
#include "view.h"

/*
 * Prints the table and the facts below it.  name is the program's, as the user knows it; notes are
 * lines to stand among the facts, or "".
 */
void report_print(FILE *out, const char *name, struct program *program,
                  const struct profile *profile, const struct view *view, const char *notes);

/* Only the facts. */
void report_facts(FILE *out, const struct profile *profile, const char *notes);

/* Which rows have inlined functions in them that do not show; nothing if all show. */
void report_inlined(FILE *out, const struct program *program, const struct profile *profile);

/* What the shares do not show; and that the machine's ticks are in other places than the program
 * was.  Nothing if there is nothing to tell. */
void report_unseen(FILE *out, const struct profile *profile);
void report_skid(FILE *out, const struct profile *profile);

/* What to do about a profile that is poor; nothing if it is not. */
void report_advice(FILE *out, const struct profile *profile);

/* "1 tick", "2 ticks"; good until the next call. */
const char *report_count(uint64_t n, const char *what);

#endif
