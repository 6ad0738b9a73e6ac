/* Showing a profile file: prof -r, prof -m. */
#ifndef PROF_EARLIER_H
#define PROF_EARLIER_H

#include "options.h"

/* Returns the exit status. */
int earlier_show(const struct options *options);

#endif
