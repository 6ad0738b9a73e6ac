#include "sys/timeout.h"
#include "arch/usercopy.h"
#include "sched/clock.h"
#include <abi/errno.h>

#define SECONDS_MAX (UINT64_MAX / NS_PER_SEC / 2) /* 292 years, so that no sum overflows */

int timeout_from_user(const struct timespec *user_duration, uint64_t *deadline_ns)
{
    struct timespec duration;
    if (copy_from_user(&duration, user_duration, sizeof(duration)))
        return -EFAULT;
    if (duration.tv_sec < 0 || (uint64_t)duration.tv_nsec >= NS_PER_SEC)
        return -EINVAL;
    uint64_t seconds = duration.tv_sec;
    if (seconds > SECONDS_MAX)
        seconds = SECONDS_MAX;
    *deadline_ns = clock_now_ns() + seconds * NS_PER_SEC + duration.tv_nsec;
    return 0;
}
