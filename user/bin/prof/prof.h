/* What all of prof's files share: its name in messages, and its own status. */
#ifndef PROF_PROF_H
#define PROF_PROF_H

#define TOOL "prof"
#include "../tool.h"

#define CANNOT_PROFILE 126

/* Prints "prof: what: problem" on standard error.  Returns status. */
static inline int complain(int status, const char *what, const char *problem)
{
    fflush(stdout);
    fprintf(stderr, TOOL ": %s: %s\n", what, problem);
    return status;
}

#endif
