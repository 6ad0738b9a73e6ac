/*
 * DEBUG=1 finds leaks.  Each page and object gets a serial number when it is allocated.  When all
 * processes have ended, nothing with a higher number than at the start of the first one may be
 * left, except memory that the kernel keeps for later.
 */
#ifndef DEBUG_LEAK_H
#define DEBUG_LEAK_H

#include <stdint.h>

#ifdef DEBUG

uint32_t leak_serial(void); /* the next number */
void leak_begin(void);      /* before the first process: what there is now stays */

/* Panics if something is left, after a line for each place that allocated some of it; and if a free
 * page was written to.  No other thread runs. */
void leak_check(void);

/* For the tags of pages and objects: one is in use, with these values; object: NULL for a page. */
void leak_found(uint32_t nbytes, uint32_t serial, uint64_t alloc_pc, const void *object);

#else

#define leak_begin(...) ((void)0)

#endif

#endif
