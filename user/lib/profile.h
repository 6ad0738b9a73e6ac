/* The profile that a program writes of itself: for prof(1), or because it was built with -pg. */
#ifndef LIB_PROFILE_H
#define LIB_PROFILE_H

#include <stddef.h>
#include <stdint.h>

/* Turns profiling on if the environment asks for it; called once, before main. */
void __profile_start(void);

/* Turns profiling on over [low, high): a new profile instead of one begun before, unless that is on
 * over the same range. */
void __profile_begin(uintptr_t low, uintptr_t high);

/* Turn it off and on again, with the same counters; harmless if it is so already. */
void __profile_pause(void);
void __profile_resume(void);

/* Ends the profile and writes the file.  The second call does nothing. */
void __profile_finish(void);

/* Writes all n bytes; -1 with errno. */
int __write_all(int fd, const void *buf, size_t n);

#endif
