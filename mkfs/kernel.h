/*
 * The kernel's services for its file-system sources when they run in a tool or a test: one thread,
 * so nothing ever sleeps and a lock that is taken twice is an error.  The functions are those of
 * the kernel's own headers; here is what steers them.
 */
#ifndef MKFS_KERNEL_H
#define MKFS_KERNEL_H

#include <stdbool.h>
#include <stdint.h>

extern uint64_t kernel_time_ns;      /* what the clock says, since 1970 */
extern bool kernel_quiet;            /* print() prints nothing */
extern uint64_t kernel_alloc_budget; /* so many more allocations succeed */
extern uint64_t kernel_bad_address;  /* "user" memory from here on faults */

/* Frees every page: to be called between two mounts in one run, when no inode is in use. */
void kernel_reset(void);

#endif
