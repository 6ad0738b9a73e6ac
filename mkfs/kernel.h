/*
 * The kernel's services for its file-system sources when they run in a tool or a test.  There is
 * only one thread, so nothing ever sleeps and taking a lock twice is an error.  The functions are
 * declared in the kernel's own headers; the variables here control them.
 */
#ifndef MKFS_KERNEL_H
#define MKFS_KERNEL_H

#include <stdbool.h>
#include <stdint.h>

extern uint64_t kernel_time_ns;      /* the time of day, since 1970 */
extern bool kernel_quiet;            /* print() prints nothing */
extern uint64_t kernel_alloc_budget; /* this many more allocations succeed */
extern uint64_t kernel_bad_address;  /* accesses to "user" memory from here on fault */

/* Frees every page: to be called between two mounts in one run, when no inode is in use. */
void kernel_reset(void);

#endif
