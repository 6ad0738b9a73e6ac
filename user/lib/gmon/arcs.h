/*
 * The calls of a program built with -pg: how often each call site called each function.
 *
 * A table with open addressing, whose key is the pair of addresses.  Its size comes from the size
 * of the text; its memory is touched only where it is used.  A call through a pointer costs the
 * same for one target as for a thousand.  Threads, and handlers of signals, count in it at the same
 * time, without a lock, and no call is lost.  A call whose arc does not fit is counted as such.
 */
#ifndef LIB_GMON_ARCS_H
#define LIB_GMON_ARCS_H

#include <stdbool.h>
#include <stdint.h>

/* A new table, which counts at once, for the functions in [low, high).  Returns false if there is
 * no memory for it. */
bool __arcs_begin(uintptr_t low, uintptr_t high);

/* Stops and resumes counting. */
void __arcs_pause(void);
void __arcs_resume(void);

/* Called by mcount and __fentry__, which preserve only general registers around it.  from is the
 * call's return address, self an address in the function that was called. */
void __arcs_count(uintptr_t from, uintptr_t self);

/* The last two are for profile.c, which is in every program; they are NULL in one without -pg. */

/* Calls that were not counted in the table, since their arc did not fit into it. */
uint64_t __arcs_lost(void) __attribute__((weak));

/* Writes the arcs as records of abi/gmon.h; -1 with errno. */
int __arcs_write(int fd) __attribute__((weak));

#endif
