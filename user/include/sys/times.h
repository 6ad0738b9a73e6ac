/* Ticks used by the process (POSIX.1-2017, <sys/times.h>). */
#ifndef _SYS_TIMES_H
#define _SYS_TIMES_H

#include <abi/time.h>

clock_t times(struct tms *buf); /* returns the ticks since boot */

#endif
