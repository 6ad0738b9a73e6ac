/* For the library's sleeps that end at a time of a clock. */
#ifndef LIB_TIME_CLOCK_H
#define LIB_TIME_CLOCK_H

#include <time.h>

/* Stores how long it is until then, 0 if that is past, as nanosleep(2) and futex_wait(2) take it:
 * for CLOCK_REALTIME that is the time itself.  0, or EINVAL: there is no such clock, or then is no
 * time. */
int __clock_left(clockid_t clock, const struct timespec *then, struct timespec *left);

#endif
