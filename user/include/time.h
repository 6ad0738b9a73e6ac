/* Clocks and calendar (C11 7.27, POSIX.1-2017 <time.h>).  Local time is UTC. */
#ifndef _TIME_H
#define _TIME_H

#include <abi/time.h>
#include <abi/types.h>
#include <stddef.h>
#include <sys/library_types.h>

#define CLOCKS_PER_SEC ((clock_t)1000000)
#define TIME_UTC       1
#define TIMER_ABSTIME  1

struct itimerspec {
    struct timespec it_interval; /* 0: the timer expires once */
    struct timespec it_value;    /* 0: it is not armed */
};

struct tm {
    int tm_sec, tm_min, tm_hour;
    int tm_mday;         /* 1 to 31 */
    int tm_mon;          /* 0 to 11 */
    int tm_year;         /* since 1900 */
    int tm_wday;         /* 0 is Sunday */
    int tm_yday;         /* 0 to 365 */
    int tm_isdst;        /* 0 */
    long tm_gmtoff;      /* 0 */
    const char *tm_zone; /* "UTC" */
};

extern char *tzname[2];
extern long timezone;
extern int daylight;

time_t time(time_t *t);
clock_t clock(void);
double difftime(time_t end, time_t start);
time_t mktime(struct tm *tm); /* normalises tm */
time_t timegm(struct tm *tm);
struct tm *gmtime(const time_t *t);
struct tm *gmtime_r(const time_t *t, struct tm *tm);
struct tm *localtime(const time_t *t);
struct tm *localtime_r(const time_t *t, struct tm *tm);
char *asctime(const struct tm *tm); /* EOVERFLOW for a year beyond -999 to 9999 */
char *asctime_r(const struct tm *tm, char *buf);
char *ctime(const time_t *t);
char *ctime_r(const time_t *t, char *buf);
size_t strftime(char *s, size_t n, const char *fmt, const struct tm *tm);
char *strptime(const char *s, const char *fmt, struct tm *tm); /* the rest of s, or NULL */
void tzset(void);

int nanosleep(const struct timespec *want, struct timespec *left);
/* flags: 0 or TIMER_ABSTIME, then `want' is a time of the clock.  0 or an error number. */
int clock_nanosleep(clockid_t clock, int flags, const struct timespec *want, struct timespec *left);
int clock_settime(clockid_t clock, const struct timespec *now); /* CLOCK_REALTIME, up to 2160 */
int clock_gettime(clockid_t clock, struct timespec *now);
int clock_getres(clockid_t clock, struct timespec *res);
int clock_getcpuclockid(pid_t pid, clockid_t *clock); /* 0, ESRCH, EPERM: another process */
int timespec_get(struct timespec *now, int base);     /* base, or 0 if it is not TIME_UTC (C11) */

/* Timers of CLOCK_REALTIME and CLOCK_MONOTONIC, TIMER_MAX at most.  event NULL: SIGALRM with the
 * timer's id as its value.  EINVAL, EAGAIN; ENOTSUP: for the time of a CPU. */
struct sigevent;
int timer_create(clockid_t clock, struct sigevent *event, timer_t *id);
int timer_settime(timer_t id, int flags, const struct itimerspec *value, struct itimerspec *old);
int timer_gettime(timer_t id, struct itimerspec *value);
int timer_getoverrun(timer_t id); /* since the last signal: expirations while it was pending */
int timer_delete(timer_t id);

#endif
