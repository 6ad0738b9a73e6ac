#include "sys/timeout.h"
#include "arch/usercopy.h"
#include "sched/clock.h"
#include "sched/waitq.h"
#include <abi/errno.h>

int timeout_from_user(const struct timespec *user_time, uint64_t *deadline_ns)
{
    struct timespec time;
    if (copy_from_user(&time, user_time, sizeof(time)))
        return -EFAULT;
    bool is_realtime = time.tv_nsec & TIMESPEC_REALTIME;
    uint64_t seconds = time.tv_sec, ns = time.tv_nsec & ~TIMESPEC_REALTIME;
    if (time.tv_sec < 0 || ns >= NS_PER_SEC)
        return -EINVAL;
    if (seconds > TIMEOUT_SECONDS_MAX)
        seconds = TIMEOUT_SECONDS_MAX;
    *deadline_ns = seconds * NS_PER_SEC + ns + (is_realtime ? WAITQ_REALTIME : clock_now_ns());
    return 0;
}
