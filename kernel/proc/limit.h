/* Limits of processes: abi/resource.h says what they are. */
#ifndef PROC_LIMIT_H
#define PROC_LIMIT_H

#include <abi/resource.h>

struct process;

/* Sets the limits of process 1. */
void limit_init(struct process *process);

/* fork: copies the parent's limits.  The parent's lock is held; the child is not added yet. */
void limit_fork(struct process *child, const struct process *parent);

/* Gets a limit of the calling process and, unless `limit` is NULL, sets it.  0, -EINVAL, -EPERM. */
int limit_set(int which, const struct rlimit *limit, struct rlimit *old);

#endif
