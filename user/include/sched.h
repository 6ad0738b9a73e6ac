/* Scheduling (POSIX.1-2017, <sched.h>).  There is one policy with one priority, 0.  Left out: the
 * realtime policies SCHED_FIFO and SCHED_RR. */
#ifndef _SCHED_H
#define _SCHED_H

#include <abi/time.h>

#define SCHED_OTHER 0

struct sched_param {
    int sched_priority;
};

int sched_yield(void);
int sched_get_priority_max(int policy);
int sched_get_priority_min(int policy);
int sched_getscheduler(pid_t pid); /* pid 0: the caller */
int sched_setscheduler(pid_t pid, int policy, const struct sched_param *param);
int sched_getparam(pid_t pid, struct sched_param *param);
int sched_setparam(pid_t pid, const struct sched_param *param);

#endif
