/* The report of one program: its table, and the lines below it. */
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

/* Ticks that the shares do not show; and whether this machine charges ticks to other places than
 * the program was at.  Both print nothing if there is nothing to report. */
void report_unseen(FILE *out, const struct profile *profile);
void report_skid(FILE *out, const struct profile *profile);

/* How to get a better profile; prints nothing if this one is good. */
void report_advice(FILE *out, const struct profile *profile);

/* "1 tick", "2 ticks"; good until the next call. */
const char *report_count(uint64_t n, const char *what);

#endif
