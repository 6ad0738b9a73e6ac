/* The builtin trap: actions for signals and for the end of the shell. */
#ifndef SH_TRAP_H
#define SH_TRAP_H

#include <stdbool.h>

int trap_builtin(char **argv);

/* Whether there is an action for the end: then no program may take the shell's place. */
bool trap_waits_for_exit(void);

/* Between commands: runs the actions of signals that have come; $? stays. */
void trap_run_pending(void);

/* Before the shell's end: runs the action for that, once.  sh.status is the status of the shell. */
void trap_run_exit(void);

/* In a new process: signals that were ignored stay so, all others get back their default. */
void trap_reset(void);

#endif
