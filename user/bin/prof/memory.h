/* How much memory there is for what a report is made of. */
#ifndef PROF_MEMORY_H
#define PROF_MEMORY_H

#include <stdint.h>

/*
 * Bytes of memory that are free now, or as good as free, such as the disk's cache.  To be asked
 * before much is allocated: a page is taken when it is first written to, so that an allocation
 * succeeds where there is none, and the write ends the program.
 */
uint64_t memory_free(void);

#endif
