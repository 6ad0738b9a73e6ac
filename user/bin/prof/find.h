/* Finding programs in the directories of PATH. */
#ifndef PROF_FIND_H
#define PROF_FIND_H

#include <limits.h>
#include <stdint.h>

/*
 * The file that a shell would run for name.  Returns 0 and its path, or an exit status: 127 not
 * found, 126 not executable.  The second also prints a message.
 */
int find_program(const char *name, char path[PATH_MAX]);
int find_or_complain(const char *name, char path[PATH_MAX]);

/* Finds programs whose text is [low, high); their end may lie less than PROFILE_ROUND bytes before
 * high.  Returns how many there are, and the path of the first. */
int find_by_text(uint64_t low, uint64_t high, char path[PATH_MAX]);

#endif
