/* What the rest of the library knows of a program that is built with -pg.  In others, the weak
 * functions are NULL. */
#ifndef LIB_GMON_GMON_H
#define LIB_GMON_GMON_H

#include <sys/types.h>

#include "ticks.h"

/* Begins the profile of a program linked with gcrt0.o, which has it. */
void __gmon_start(void) __attribute__((weak));

/* Ends it and writes the file. */
void __gmon_finish(void) __attribute__((weak));

/* For monitor(3C): begins a profile with these counters, which are zeroed, in the place of one
 * before.  Its calls go on to be counted. */
void __gmon_monitor(const struct ticks *with);

/* fork, whose child begins a profile of its own. */
pid_t __gmon_fork(void) __attribute__((weak));

#endif
