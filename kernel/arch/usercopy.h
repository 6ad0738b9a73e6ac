/*
 * The only way the kernel reaches user memory.
 *
 * Each function checks that the whole range lies below USER_END and then copies; a page fault on
 * the way is handled as if the program had made the access itself (demand-zero, copy on write).
 * So they may sleep: call them from a thread without spin locks.  -EFAULT when some byte is not
 * readable (or writable) user memory; what was copied up to there is then undefined.
 *
 * With interrupts held (a spin lock) a fault is not handled: the function returns -EFAULT at once;
 * what lies before it, on another page, may have been copied.  prof/ uses that to try an increment,
 * which is never half done, under its lock first.  The functions for such a try are
 * try_copy_to_user() and the last four: a futex's word, a call stack, a count.  With DEBUG=1 the
 * others panic with interrupts held, except under prof/'s locks.  They always panic if the caller
 * has locked an address space, because a fault locks it as well.
 */
#ifndef ARCH_USERCOPY_H
#define ARCH_USERCOPY_H

#include <abi/types.h>
#include <stdbool.h>

struct user_place;

#define USER_END 0x00007ffffffff000ull /* usercopy.S has the same number */

int copy_from_user(void *dst, const void *user_src, size_t n);   /* 0 or -EFAULT */
int copy_to_user(void *user_dst, const void *src, size_t n);     /* 0 or -EFAULT */
int try_copy_to_user(void *user_dst, const void *src, size_t n); /* a spin lock is held */

/* Copies a string with its NUL; returns its length, or -EFAULT, or -ENAMETOOLONG if no NUL is
 * found in size bytes. */
ssize_t string_from_user(char *dst, const char *user_src, size_t size);

/* Reads a 32-bit word, in one access if it is aligned. */
int load_user_u32(uint32_t *value, const uint32_t *user_src);

/* Goes from a place in a program to its callers, by frame pointers (arch/callstack.h): stores their
 * return addresses, no more than max, and leaves the last one's sp and fp in *place.  Ends behind a
 * return address that is 0 or end, and where the frame pointer is not that of a frame above sp.
 * Returns how many it stored. */
uint64_t frames_from_user(struct user_place *place, uint64_t *pcs, uint64_t max, uint64_t end);

/* Atomically adds n, at least 1, to an aligned counter, which stops at the ceiling.  Returns how
 * much was missing to the ceiling before: 0 if the counter was there or above.  -EFAULT with
 * nothing changed. */
int64_t count_user_u16(void *user_counter, uint32_t n, uint32_t ceiling);
int64_t count_user_u32(void *user_counter, uint32_t n, uint32_t ceiling);

static inline bool user_range_ok(uint64_t addr, uint64_t n)
{
    return n <= USER_END && addr <= USER_END - n;
}

#endif
