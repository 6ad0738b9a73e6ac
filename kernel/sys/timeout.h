/* Durations that system calls take. */
#ifndef SYS_TIMEOUT_H
#define SYS_TIMEOUT_H

#include <abi/time.h>

/* Stores the deadline: clock_now_ns() plus the duration, which is in user memory.  -EFAULT; -EINVAL
 * if it is negative or tv_nsec is not below 10^9.  May sleep. */
int timeout_from_user(const struct timespec *user_duration, uint64_t *deadline_ns);

#endif
