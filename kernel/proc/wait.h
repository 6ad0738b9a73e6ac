/* wait: for the end of a child. */
#ifndef PROC_WAIT_H
#define PROC_WAIT_H

#include <abi/types.h>
#include <stdbool.h>
#include <stdint.h>

/* waitpid(2): the pid of the child that has ended, and its status, unless user_status is NULL; 0:
 * no child has ended, and hang is false (WNOHANG).  -ECHILD, -EINTR, -EFAULT.  May sleep. */
int64_t wait_child(pid_t pid, int *user_status, bool hang);

#endif
