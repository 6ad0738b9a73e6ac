/* Completes the name of a command or a file, for Tab. */
#ifndef SH_COMPLETE_H
#define SH_COMPLETE_H

#include "parse.h"

#include <stddef.h>

struct completion {
    const char *added;  /* behind the cursor, the same for all names; "": nothing */
    struct word *names; /* that could stand there, in order; NULL: none */
};

/* line is the text before the cursor, in the pool as is the result. */
struct completion complete(const char *line);

/* The names of all programs in PATH, each with a blank at its end. */
struct word *complete_programs(void);

#endif
