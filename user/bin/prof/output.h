/* Files that prof writes. */
#ifndef PROF_OUTPUT_H
#define PROF_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

/*
 * Opens path for writing, keeping what is in it for now; exec closes it.  A file that it makes is
 * removed at exit if output_begin() was not called.  program is the file that is profiled, or NULL:
 * it is not written to.  Returns NULL with a message.  Without a path it is `otherwise`.
 */
FILE *output_open(const char *path, const char *program, FILE *otherwise);

/* Whether path leads to its file, and not to a device. */
bool output_is(FILE *out, const char *path);

/* Empties the file.  Call it before the first byte is written. */
void output_begin(FILE *out);

/* Closes it, unless it is one of the standard streams.  Returns status, or 1 with a message if not
 * all could be written. */
int output_close(FILE *out, const char *path, int status);

#endif
