/* The calls that a program built with -pg counted itself. */
#ifndef PROF_COUNTED_H
#define PROF_COUNTED_H

#include "groups.h"

/* Adds the calls of the group's processes to a profile.  They are in the files that the processes
 * wrote at their end, in the folder that PROFDIR names; a process without a file adds none. */
void counted_add(struct profile *profile, const struct group *group);

#endif
