/* Time of day in microseconds (POSIX.1-2017, <sys/time.h>). */
#ifndef _SYS_TIME_H
#define _SYS_TIME_H

#include <abi/time.h>

struct timezone {
    int tz_minuteswest, tz_dsttime;
};

int gettimeofday(struct timeval *now, void *zone);
int utimes(const char *path, const struct timeval times[2]); /* NULL: now */

#define timerclear(t) ((t)->tv_sec = (t)->tv_usec = 0)
#define timerisset(t) ((t)->tv_sec || (t)->tv_usec)

#endif
