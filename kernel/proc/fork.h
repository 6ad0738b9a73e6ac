/* fork: new processes and threads. */
#ifndef PROC_FORK_H
#define PROC_FORK_H

#include <stdint.h>

/* fork(2): the child's pid; -ENOMEM; -EAGAIN (RLIMIT_NPROC, or no free pid); -EINTR: the caller has
 * signals to take, after which the call is made again.  May sleep. */
int64_t fork_process(void);

/* Starts a new thread of the calling process at pc, with stack pointer sp, argument arg and FS base
 * tls.  Its tid; -EAGAIN (RLIMIT_NPROC, or the process is ending); -ENOMEM.  May sleep. */
int64_t fork_thread(uint64_t pc, uint64_t sp, uint64_t arg, uint64_t tls);

#endif
