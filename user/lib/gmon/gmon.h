/* What profile.c needs for programs built with -pg, and they of it. */
#ifndef LIB_GMON_GMON_H
#define LIB_GMON_GMON_H

#include <stddef.h>

#define GMON_NAME "gmon.out"

/* Begins the profile of a program linked with gcrt0.o, which has it: NULL in others. */
void __gmon_start(void) __attribute__((weak));

/* The file that PROFDIR and the process's number ask for; NULL: none.  In a program without -pg the
 * function is NULL. */
const char *__gmon_path(void) __attribute__((weak));

#endif
