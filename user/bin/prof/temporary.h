/* A temporary file without a name. */
#ifndef PROF_TEMPORARY_H
#define PROF_TEMPORARY_H

#include <stdio.h>

/*
 * Opens an empty file without a name, for reading and writing, which exec closes.  It is in the
 * folder that TMPDIR names; or, if TMPDIR is not set or no file can be made there, in /tmp or the
 * current folder.  If there is none, the program ends with a message.
 */
int temporary_open(void);

/* The same as a stream. */
FILE *temporary_file(void);

/* Closes such a stream, and returns its text, allocated. */
char *temporary_text(FILE *file);

#endif
