/* Waiting for children (POSIX.1-2017, <sys/wait.h>). */
#ifndef _SYS_WAIT_H
#define _SYS_WAIT_H

#include <abi/types.h>
#include <abi/wait.h>

#define WCOREDUMP(s) 0 /* children leave no core */

pid_t wait(int *status);
pid_t waitpid(pid_t pid, int *status, int options);

#endif
