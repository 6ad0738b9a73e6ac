/* Runs simple commands. */
#ifndef SH_SIMPLE_H
#define SH_SIMPLE_H

#include "parse.h"

/* Returns the status; last as in exec_run(). */
int simple_run(const struct node *node, bool last);

/* Builtin commands. */
int simple_builtin_exec(char **argv);
int simple_builtin_command(char **argv);

#endif
