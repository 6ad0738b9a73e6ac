/* Clocks, and sleeping. */
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

#include "clock.h"

#define US_PER_SEC 1000000
#define NS_PER_SEC 1000000000

static clock_t us_of_ticks(clock_t ticks)
{
    return ticks * US_PER_SEC / sysconf(_SC_CLK_TCK);
}

time_t time(time_t *t)
{
    struct timespec now;

    if (clock_gettime(CLOCK_REALTIME, &now) < 0)
        return -1;
    if (t)
        *t = now.tv_sec;
    return now.tv_sec;
}

int gettimeofday(struct timeval *now, void *zone)
{
    struct timespec ts;

    if (clock_gettime(CLOCK_REALTIME, &ts) < 0)
        return -1;
    *now = (struct timeval){ts.tv_sec, ts.tv_nsec / 1000};
    if (zone)
        *(struct timezone *)zone = (struct timezone){0, 0};
    return 0;
}

/* Also while nothing runs. */
static bool advances(clockid_t clock)
{
    return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC;
}

int clock_getres(clockid_t clock, struct timespec *res)
{
    struct timespec now;

    if (clock_gettime(clock, &now) < 0)
        return -1;
    if (res)
        *res = (struct timespec){0, advances(clock) ? 1 : NS_PER_SEC / sysconf(_SC_CLK_TCK)};
    return 0;
}

int timespec_get(struct timespec *now, int base)
{
    return base == TIME_UTC && clock_gettime(CLOCK_REALTIME, now) == 0 ? base : 0;
}

clock_t clock(void)
{
    struct tms t;

    if (times(&t) == (clock_t)-1)
        return -1;
    return us_of_ticks(t.tms_utime + t.tms_stime);
}

static struct timeval ticks_to_timeval(clock_t ticks)
{
    clock_t us = us_of_ticks(ticks);

    return (struct timeval){us / US_PER_SEC, us % US_PER_SEC};
}

int getrusage(int who, struct rusage *usage)
{
    if (who != RUSAGE_SELF && who != RUSAGE_CHILDREN) {
        errno = EINVAL;
        return -1;
    }
    struct tms t;
    if (times(&t) == (clock_t)-1)
        return -1;
    *usage = (struct rusage){
        .ru_utime = ticks_to_timeval(who == RUSAGE_SELF ? t.tms_utime : t.tms_cutime),
        .ru_stime = ticks_to_timeval(who == RUSAGE_SELF ? t.tms_stime : t.tms_cstime),
    };
    return 0;
}

static bool is_time(const struct timespec *t)
{
    return t->tv_nsec >= 0 && t->tv_nsec < NS_PER_SEC;
}

int __clock_left(clockid_t clock, const struct timespec *then, struct timespec *left)
{
    struct timespec now;

    if (!is_time(then) || !advances(clock) || clock_gettime(clock, &now) < 0)
        return EINVAL; /* nothing waits for the time of a CPU */
    *left = (struct timespec){0, 0};
    if (then->tv_sec < now.tv_sec || (then->tv_sec == now.tv_sec && then->tv_nsec <= now.tv_nsec))
        return 0; /* perhaps so long ago that no time_t has the difference */
    if (clock == CLOCK_REALTIME) {
        *left = (struct timespec){then->tv_sec, then->tv_nsec | TIMESPEC_REALTIME};
        return 0;
    }
    *left = (struct timespec){then->tv_sec - now.tv_sec, then->tv_nsec - now.tv_nsec};
    if (left->tv_nsec < 0) {
        left->tv_sec--;
        left->tv_nsec += NS_PER_SEC;
    }
    return 0;
}

int clock_getcpuclockid(pid_t pid, clockid_t *clock)
{
    int before = errno, error = 0;

    if (pid == 0 || pid == getpid())
        *clock = CLOCK_PROCESS_CPUTIME_ID;
    else
        error = pid < 0 || kill(pid, 0) < 0 ? ESRCH : EPERM;
    errno = before;
    return error;
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *want, struct timespec *left)
{
    int before = errno;
    struct timespec until;
    int error = flags & ~TIMER_ABSTIME ? EINVAL : __clock_left(clock, want, &until);

    if (!error && flags == TIMER_ABSTIME)
        error = nanosleep(&until, NULL) < 0 ? errno : 0;
    else if (!error)
        error = nanosleep(want, left) < 0 ? errno : 0;
    errno = before;
    return error;
}

int settimeofday(const struct timeval *now, const void *zone)
{
    (void)zone;
    return clock_settime(CLOCK_REALTIME, &(struct timespec){now->tv_sec, now->tv_usec * 1000});
}

double difftime(time_t end, time_t start)
{
    return (double)end - (double)start;
}

/* The seconds not slept, if a signal came first. */
unsigned sleep(unsigned seconds)
{
    struct timespec want = {seconds, 0}, left;

    if (nanosleep(&want, &left) == 0)
        return 0;
    return left.tv_sec + (left.tv_nsec > 0);
}

int usleep(useconds_t us)
{
    struct timespec want = {us / 1000000, us % 1000000 * 1000};

    return nanosleep(&want, NULL);
}
