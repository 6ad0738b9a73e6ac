/* Runs the tree that parse.h makes. */
#ifndef SH_EXEC_H
#define SH_EXEC_H

#include "parse.h"

/* Returns the status; sh.status is set too.  If it is the last that the process does, a program may
 * take its place. */
int exec_run(struct node *node, bool last);

/* The builtin exec. */
int exec_builtin(char **argv);

/* Runs text in a separate process; its output, in the pool, less the newlines at the end.  If it
 * cannot start that, or is interrupted, it leaves sh.interrupted set. */
char *exec_capture(const char *text);

#endif
