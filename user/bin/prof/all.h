/* --all and --kernel: what the whole machine does while a command runs, by kprof(2). */
#ifndef PROF_ALL_H
#define PROF_ALL_H

#include "options.h"

/* Runs the command and prints the report on standard error, or to the file of --output.  Returns
 * the command's status, or why it was not run. */
int all_run(const struct options *options);

#endif
