/* Clocks (POSIX.1-2017, <time.h>, <sys/time.h>, <sys/times.h>). */
#ifndef ABI_TIME_H
#define ABI_TIME_H

#include <abi/types.h>

struct timespec {
    time_t tv_sec;
    int64_t tv_nsec; /* 0 to 999 999 999 */
};

struct timeval {
    time_t tv_sec;
    int64_t tv_usec; /* 0 to 999 999 */
};

/* times(2).  All in clock ticks, sysconf(_SC_CLK_TCK) a second; the children are those that were
 * waited for, and theirs. */
struct tms {
    clock_t tms_utime;
    clock_t tms_stime;
    clock_t tms_cutime;
    clock_t tms_cstime;
};

typedef int clockid_t;
#define CLOCK_REALTIME  0 /* set from the machine's real-time clock at boot */
#define CLOCK_MONOTONIC 1 /* since boot */

#endif
