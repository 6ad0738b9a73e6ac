/* How much memory prof can still use for a report. */
#ifndef PROF_MEMORY_H
#define PROF_MEMORY_H

#include <stdint.h>

/*
 * Bytes of memory that are free now, or can be freed at once, such as the disk's cache.  Ask before
 * allocating much: the kernel takes a page when it is first written to.  So an allocation succeeds
 * even if memory is out, and the write ends the program.
 */
uint64_t memory_free(void);

#endif
