/* Reading a gmon.out: 4.4BSD's layout and GNU's. */
#ifndef PROF_GMON_READ_H
#define PROF_GMON_READ_H

#include "profile.h"

/*
 * Reads and checks a file of either of abi/gmon.h's layouts.  Returns 0 and the settled profile, or
 * -1 with *problem saying what is wrong with the file.
 */
int gmon_read(const char *path, struct profile *profile, const char **problem);

#endif
