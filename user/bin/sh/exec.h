/* Runs the tree that parse.h makes. */
#ifndef SH_EXEC_H
#define SH_EXEC_H

#include "parse.h"

#define RUN_LAST   1 /* the process has nothing to do afterwards: a program may take its place */
#define RUN_TESTED 2 /* the status is a condition: set -e ignores it */

/* Returns the status; sh.status is set too. */
int exec_run(struct node *node, int flags);

/* Runs text in a separate process; its output, in the pool, less the newlines at the end. */
char *exec_capture(const char *text);

#endif
