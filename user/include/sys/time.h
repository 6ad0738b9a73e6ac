/* Time of day in microseconds (POSIX.1-2017, <sys/time.h>). */
#ifndef _SYS_TIME_H
#define _SYS_TIME_H

#include <abi/time.h>

struct timezone {
    int tz_minuteswest, tz_dsttime;
};

int gettimeofday(struct timeval *now, void *zone);
/* The process's interval timers, which its threads share: ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF.
 * Values are rounded up to the clock's tick.  0, or -1 with EINVAL or EFAULT and nothing changed.
 */
int setitimer(int which, const struct itimerval *value, struct itimerval *old); /* old: or NULL */
int getitimer(int which, struct itimerval *value);

int utimes(const char *path, const struct timeval times[2]); /* NULL: now */

#define timerclear(t) ((t)->tv_sec = (t)->tv_usec = 0)
#define timerisset(t) ((t)->tv_sec || (t)->tv_usec)

#endif
