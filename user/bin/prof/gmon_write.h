/* Writing a gmon.out. */
#ifndef PROF_GMON_WRITE_H
#define PROF_GMON_WRITE_H

#include <stdio.h>

#include "profile.h"

/*
 * Writes the profile, with a counter for 4 bytes of text, in the 4.4BSD layout; if it has a count
 * that does not fit into 16 bits, in GNU's with as many histograms as are needed.
 */
void gmon_write(FILE *out, const struct profile *profile);

#endif
