/* Durations that system calls take. */
#ifndef SYS_TIMEOUT_H
#define SYS_TIMEOUT_H

#include <abi/time.h>

#define TIMEOUT_SECONDS_MAX 9000000000 /* 285 years, so that no sum overflows */

/* Stores the deadline of a wait: clock_now_ns() plus the duration, which is in user memory; or a
 * time of the calendar, with WAITQ_REALTIME, if tv_nsec has TIMESPEC_REALTIME.  -EFAULT; -EINVAL
 * if it is negative or tv_nsec is not below 10^9.  May sleep. */
int timeout_from_user(const struct timespec *user_time, uint64_t *deadline_ns);

#endif
