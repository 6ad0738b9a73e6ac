/* Time of day in microseconds (POSIX.1-2017, <sys/time.h>). */
#ifndef _SYS_TIME_H
#define _SYS_TIME_H

#include <abi/time.h>
#include <sys/select.h>

struct timezone {
    int tz_minuteswest, tz_dsttime;
};

int gettimeofday(struct timeval *now, void *zone);
int settimeofday(const struct timeval *now, const void *zone); /* the zone stays UTC */
/* The process's interval timers, which its threads share: ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF.
 * Values are rounded up to the clock's tick.  0, or -1 with EINVAL or EFAULT and nothing changed.
 * setitimer() of a value NULL only reads, like getitimer(). */
int setitimer(int which, const struct itimerval *value, struct itimerval *old); /* old: or NULL */
int getitimer(int which, struct itimerval *value);

int utimes(const char *path, const struct timeval times[2]); /* NULL: now */

#define timerclear(t) ((t)->tv_sec = (t)->tv_usec = 0)
#define timerisset(t) ((t)->tv_sec || (t)->tv_usec)

/* a OP b, such as timercmp(&now, &end, <); all of 0 to 999 999 microseconds. */
#define timercmp(a, b, OP) \
    ((a)->tv_sec == (b)->tv_sec ? (a)->tv_usec OP(b)->tv_usec : (a)->tv_sec OP(b)->tv_sec)

/* *sum = *a + *b; *difference = *a - *b */
#define timeradd(a, b, sum)                           \
    do {                                              \
        (sum)->tv_sec = (a)->tv_sec + (b)->tv_sec;    \
        (sum)->tv_usec = (a)->tv_usec + (b)->tv_usec; \
        if ((sum)->tv_usec >= 1000000) {              \
            (sum)->tv_sec++;                          \
            (sum)->tv_usec -= 1000000;                \
        }                                             \
    } while (0)
#define timersub(a, b, difference)                           \
    do {                                                     \
        (difference)->tv_sec = (a)->tv_sec - (b)->tv_sec;    \
        (difference)->tv_usec = (a)->tv_usec - (b)->tv_usec; \
        if ((difference)->tv_usec < 0) {                     \
            (difference)->tv_sec--;                          \
            (difference)->tv_usec += 1000000;                \
        }                                                    \
    } while (0)

#endif
