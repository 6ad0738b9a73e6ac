/* Yielding the processor (POSIX.1-2017, <sched.h>). */
#ifndef _SCHED_H
#define _SCHED_H

int sched_yield(void);

#endif
