/* The line that runs, and the end of a program that cannot go on. */
#include "basic.h"

#include <stdlib.h>

static const struct line *volatile here;

void line_enter(const struct line *line)
{
    here = line;
}

const struct line *line_here(void)
{
    return here;
}

_Noreturn void line_fail(const char *what)
{
    fflush(stdout);
    if (here)
        fprintf(stderr, "basic: line %d: %s\n", here->number, what);
    else
        fprintf(stderr, "basic: %s\n", what);
    exit(1);
}
