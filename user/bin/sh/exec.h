/* Runs the tree that parse.h makes. */
#ifndef SH_EXEC_H
#define SH_EXEC_H

#include "parse.h"

/* Returns the status; sh.status is set too.  If it is the last that the process does, a program may
 * take its place. */
int exec_run(struct node *node, bool last);

#endif
