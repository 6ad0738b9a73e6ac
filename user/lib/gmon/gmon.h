/* The profile of a program that is built with -pg, for the rest of the library.  In other programs
 * the weak functions are NULL. */
#ifndef LIB_GMON_GMON_H
#define LIB_GMON_GMON_H

#include <mon.h>
#include <sys/types.h>

#include "ticks.h"

/* Begins the profile of a program linked with gcrt0.o, which has it. */
void __gmon_start(void) __attribute__((weak));

/* Ends it and writes the file. */
void __gmon_finish(void) __attribute__((weak));

/* For monitor(3C): begins a profile in the place of the one before, and keeps its calls.  The
 * counters are in the buffer of nbytes, which is zeroed and gets the header.  It may be the buffer
 * of the one before, which no longer counts ticks. */
void __gmon_monitor(const struct ticks *with, WORD *buffer, size_t nbytes, const struct hdr *head);

/* fork; the child begins a new profile. */
pid_t __gmon_fork(void) __attribute__((weak));

#endif
