/* Waiting for children (POSIX.1-2017, <sys/wait.h>). */
#ifndef _SYS_WAIT_H
#define _SYS_WAIT_H

#include <abi/types.h>
#include <abi/wait.h>

#define WCOREDUMP(s) 0 /* children leave no core */

pid_t wait(int *status);
pid_t waitpid(pid_t pid, int *status, int options);

typedef enum { P_ALL, P_PID, P_PGID } idtype_t;
typedef uint32_t id_t;

/* WEXITED must be among the options.  Left out: WNOWAIT. */
int waitid(idtype_t type, id_t id, siginfo_t *info, int options);

#endif
