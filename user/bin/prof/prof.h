/* prof's name in messages, and its own exit status. */
#ifndef PROF_PROF_H
#define PROF_PROF_H

/* "prof", or "kprof", which is prof --kernel (kprof.c). */
extern const char *prof_name;

#include <ctype.h>

#define TOOL prof_name
#include "../tool.h"

#define KPROF          "kprof"
#define CANNOT_PROFILE 126

/* Prints "prof: what: problem" on standard error.  Returns status. */
static inline int complain(int status, const char *what, const char *problem)
{
    fflush(stdout);
    fprintf(stderr, "%s: %s: %s\n", TOOL, what, problem);
    return status;
}

/* Puts a ? for each control character, which a terminal would obey.  Returns the text. */
static inline char *printable(char *text)
{
    for (char *c = text; *c; c++)
        if (iscntrl((unsigned char)*c))
            *c = '?';
    return text;
}

#endif
