/* Options of a command line: getopt_long, with --name and --name=value; getopt is in <unistd.h>
 * (POSIX.1-2017). */
#ifndef _GETOPT_H
#define _GETOPT_H

#include <unistd.h>

struct option {
    const char *name;
    int has_arg;
    int *flag; /* if not NULL: val is stored there and 0 returned */
    int val;
};

#define no_argument       0
#define required_argument 1
#define optional_argument 2

/*
 * Like getopt it stops at the first argument that is not an option: operands are never reordered.
 * optind 0 restarts the scan.  Both return '?' for a bad option, or ':' without a message if
 * optstring starts with ':' and an argument is missing.
 */
int getopt_long(int argc, char *const argv[], const char *optstring, const struct option *longs,
                int *index);

#endif
