/* wait: for the end of a child, or for its being stopped or let go on. */
#ifndef PROC_WAIT_H
#define PROC_WAIT_H

#include <abi/types.h>
#include <stdint.h>

/* waitpid(2): the pid of a child that has ended, or done what the options ask for (abi/wait.h), and
 * its status, unless user_status is NULL; 0: there is none, with WNOHANG.  -ECHILD, -EINTR,
 * -EFAULT.  May sleep. */
int64_t wait_child(pid_t pid, int *user_status, int options);

#endif
