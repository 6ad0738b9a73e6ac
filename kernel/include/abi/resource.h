/*
 * Limits of a process: getrlimit(2) and setrlimit(2) (POSIX.1-2017, <sys/resource.h>).
 *
 * fork's child has its parent's limits, and exec keeps them.  The soft limit, rlim_cur, is what
 * holds; a process may change it up to the hard one, rlim_max, which it may lower for good.
 *
 *     RLIMIT_NPROC   processes in the machine, zombies too, above which the caller's fork fails:
 *                    EAGAIN.  The shell of a terminal reserves some for itself
 *                    (user/bin/sh/job.c).  Also the threads that one process may have.
 *     RLIMIT_NOFILE  the lowest descriptor that the process cannot get: EMFILE, EBADF of dup2,
 *                    EINVAL of F_DUPFD.  What is open stays open.
 *     RLIMIT_AS      bytes of memory mapped, touched or not: ENOMEM of mmap, of exec, and of brk.
 *     RLIMIT_STACK   bytes of the main thread's stack: always STACK_BYTES (abi/limits.h), which
 *                    setrlimit cannot change: EINVAL.
 *
 * EINVAL: no such limit; rlim_cur is above rlim_max.  EPERM: rlim_max is above what it was. EFAULT.
 */
#ifndef ABI_RESOURCE_H
#define ABI_RESOURCE_H

#include <abi/types.h>

typedef uint64_t rlim_t;

struct rlimit {
    rlim_t rlim_cur, rlim_max;
};

#define RLIM_INFINITY ((rlim_t) - 1)

#define RLIMIT_AS     0
#define RLIMIT_NOFILE 1
#define RLIMIT_NPROC  2
#define RLIMIT_STACK  3
#define RLIM_NLIMITS  4

#endif
