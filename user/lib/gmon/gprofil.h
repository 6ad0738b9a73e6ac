/*
 * The profile of a program that is built with -pg and follows OpenBSD's manual: the kernel writes
 * it, however the program ends.
 *
 * The functions are NULL in other programs: build.mk has the linker take this file for those alone.
 */
#ifndef LIB_GMON_GPROFIL_H
#define LIB_GMON_GPROFIL_H

#include <stdbool.h>
#include <stdint.h>

/* Begins a profile of the ticks and calls in [low, high), once.  The file goes to the directory
 * that PROFDIR names, or to the working directory; its layout is GNU's or 4.4BSD's.  Returns false,
 * with errno, if it cannot count both. */
bool __gprofil_begin(uintptr_t low, uintptr_t high, bool gnu) __attribute__((weak));

/* Checks whether the program itself has turned the ticks off, or profiles into other counters.
 * That stays so, and here it counts as off. */
void __gprofil_notice(void) __attribute__((weak));

/* Turns the ticks on or off.  Returns false, with errno, if the kernel refuses. */
bool __gprofil_control(bool on) __attribute__((weak));

/* In a fork's child: all counts are 0.  The parent called __gprofil_notice().  Returns false, with
 * errno, if there is no memory for that. */
bool __gprofil_forked(void) __attribute__((weak));

#endif
