/* The one scheduling policy, and sleeping until a time of a clock. */
/* machine: det=1 */
#include "check.h"
#include <errno.h>
#include <sched.h>
#include <time.h>
#include <unistd.h>

static void policy(void)
{
    struct sched_param param = {.sched_priority = 9};
    CHECK_EQ(sched_get_priority_min(SCHED_OTHER), 0);
    CHECK_EQ(sched_get_priority_max(SCHED_OTHER), 0);
    CHECK_FAILS(sched_get_priority_max(1), EINVAL);
    CHECK_EQ(sched_getscheduler(0), SCHED_OTHER);
    CHECK_EQ(sched_getscheduler(getppid()), SCHED_OTHER);
    CHECK_EQ(sched_getparam(getpid(), &param), 0);
    CHECK_EQ(param.sched_priority, 0);
    CHECK_EQ(sched_setparam(0, &param), 0);
    CHECK_EQ(sched_setscheduler(0, SCHED_OTHER, &param), SCHED_OTHER);
    CHECK_FAILS(sched_setscheduler(0, 1, &param), EINVAL);
    param.sched_priority = 1;
    CHECK_FAILS(sched_setparam(0, &param), EINVAL);
    CHECK_FAILS(sched_getscheduler(-1), EINVAL);
    CHECK_FAILS(sched_getparam(30000, &param), ESRCH);
}

static void sleeps(clockid_t clock)
{
    struct timespec before, then, after;
    CHECK_EQ(clock_gettime(clock, &before), 0);
    then = before;
    then.tv_sec += 2; /* with fewer nanoseconds than now, or more */
    then.tv_nsec = before.tv_nsec > 500000000 ? 1 : 999999999;
    CHECK_EQ(clock_nanosleep(clock, TIMER_ABSTIME, &then, NULL), 0);
    CHECK_EQ(clock_gettime(clock, &after), 0);
    CHECK_IN(difftime(after.tv_sec, then.tv_sec), 0, 1);
    CHECK(after.tv_sec > then.tv_sec || after.tv_nsec >= then.tv_nsec);
    CHECK_EQ(clock_nanosleep(clock, TIMER_ABSTIME, &before, NULL), 0); /* is past */
    CHECK_EQ(clock_gettime(clock, &then), 0);
    CHECK_IN(then.tv_sec, after.tv_sec, after.tv_sec + 1);
    CHECK_EQ(clock_nanosleep(clock, 0, &(struct timespec){1, 0}, NULL), 0);
    CHECK_EQ(clock_gettime(clock, &after), 0);
    CHECK_IN(after.tv_sec, then.tv_sec + 1, then.tv_sec + 2);
}

static void errors(void)
{
    static const struct timespec bad = {0, 1000000000}, good = {0, 0};
    CHECK_EQ(clock_nanosleep(CLOCK_REALTIME, 0, &bad, NULL), EINVAL);
    CHECK_EQ(clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &bad, NULL), EINVAL);
    CHECK_EQ(clock_nanosleep(CLOCK_REALTIME, 2, &good, NULL), EINVAL);
    CHECK_EQ(clock_nanosleep(77, 0, &good, NULL), EINVAL);
    CHECK_FAILS(clock_settime(CLOCK_REALTIME, &bad), EINVAL);
    CHECK_FAILS(clock_settime(CLOCK_MONOTONIC, &good), EINVAL);
    CHECK_FAILS(clock_settime(77, &good), EINVAL);
    errno = 0;
    CHECK_EQ(sysconf(_SC_REALTIME_SIGNALS), -1);
    CHECK_EQ(errno, 0);
    CHECK(sysconf(_SC_MONOTONIC_CLOCK) > 0);
}

int main(void)
{
    policy();
    sleeps(CLOCK_REALTIME);
    sleeps(CLOCK_MONOTONIC);
    errors();
    return 0;
}
