/* fork: new processes and threads. */
#ifndef PROC_FORK_H
#define PROC_FORK_H

#include <stdint.h>

/* fork(2): the child's pid; -ENOMEM, -EAGAIN (no free pid); -EINTR, and the call is made again once
 * the caller's signals are taken.  May sleep. */
int64_t fork_process(void);

/* A new thread of the calling process that begins at pc with sp, arg and tls (the FS base): its
 * tid, or -EAGAIN (THREADS_MAX), -ENOMEM. */
int64_t fork_thread(uint64_t pc, uint64_t sp, uint64_t arg, uint64_t tls);

#endif
