/* gmon.out, and profiling of a program that is built with -pg (4.4BSD, moncontrol(3)). */
#ifndef _SYS_GMON_H
#define _SYS_GMON_H

#include <abi/gmon.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A program that is linked with gcrt0.o begins with monstartup over its whole text and ends, by
 * exit or by return from main, with _mcleanup.
 *
 * monstartup begins a profile of the ticks and calls in [low, high), instead of one before; calls
 * are counted in functions that were compiled with -pg.  moncontrol(0) stops the counting of both,
 * moncontrol(1) resumes it.  _mcleanup ends the profile and writes it; exit also calls it.  After
 * it all three do nothing.  Threads and handlers of signals may call them.
 */
void monstartup(unsigned long low, unsigned long high);
void moncontrol(int mode);
void _mcleanup(void);

/* The rules are in abi/gmon.h. */
int gprofil(void *buf, size_t buflen, size_t samplesize, uintptr_t offset, unsigned scale,
            int dirfd);

#endif
