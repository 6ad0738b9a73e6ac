/* Waiting for children (POSIX.1-2017, <sys/wait.h>). */
#ifndef _SYS_WAIT_H
#define _SYS_WAIT_H

#include <abi/types.h>
#include <abi/wait.h>

#define WCOREDUMP(s) 0 /* children leave no core */

pid_t wait(int *status);
pid_t waitpid(pid_t pid, int *status, int options);

struct rusage; /* <sys/resource.h>; of BSD */
pid_t wait3(int *status, int options, struct rusage *usage);
pid_t wait4(pid_t pid, int *status, int options, struct rusage *usage);

typedef enum { P_ALL, P_PID, P_PGID } idtype_t;

/* WEXITED must be among the options.  Left out: WNOWAIT. */
int waitid(idtype_t type, id_t id, siginfo_t *info, int options);

#endif
