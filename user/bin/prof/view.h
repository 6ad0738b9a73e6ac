/* How a table is to look. */
#ifndef PROF_VIEW_H
#define PROF_VIEW_H

#include <stdbool.h>

struct view {
    int rows;  /* at most so many; 0: all */
    char sort; /* 't' by ticks, 'c' by calls, both the most first; 'a' by address; 'n' by name */
    char base; /* of a column with addresses: 'o' octal, 'x' hexadecimal; 0: no such column */
    bool all;  /* also functions without ticks and calls */
};

#endif
