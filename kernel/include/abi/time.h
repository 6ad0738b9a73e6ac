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

/* setitimer(2). */
struct itimerval {
    struct timeval it_interval; /* what it starts with again when it expires; 0: it stops */
    struct timeval it_value;    /* what is left until it expires; 0: it is stopped */
};

#define ITIMER_REAL    0 /* time that passes; SIGALRM.  alarm(2) sets this timer, too */
#define ITIMER_VIRTUAL 1 /* the process's ticks in user mode; SIGVTALRM */
#define ITIMER_PROF    2 /* its ticks in user mode and in the kernel; SIGPROF */

#define ITIMER_SECONDS_MAX 0xffffffff

/* In the tv_nsec of a timeout of nanosleep(2) or futex_wait(2): this is no duration, but a time of
 * CLOCK_REALTIME.  futex_wait then also returns when that clock is set: EAGAIN. */
#define TIMESPEC_REALTIME (1ll << 62)

#define CLOCK_REALTIME           0 /* set from the machine's real-time clock at boot */
#define CLOCK_MONOTONIC          1 /* since boot */
#define CLOCK_PROCESS_CPUTIME_ID 2 /* the process's ticks, in user mode and in the kernel */
#define CLOCK_THREAD_CPUTIME_ID  3 /* the calling thread's; -TID: another thread's */

#endif
