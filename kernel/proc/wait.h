/* wait: for the end of a child. */
#ifndef PROC_WAIT_H
#define PROC_WAIT_H

#include <abi/types.h>
#include <stdbool.h>
#include <stdint.h>

/* waitpid(2), options checked by the caller: pid, 0 with WNOHANG, -ECHILD, -EINTR, -EFAULT.  May
 * sleep. */
int64_t wait_child(pid_t pid, int *user_status, bool hang);

#endif
