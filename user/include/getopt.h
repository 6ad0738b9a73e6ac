/* Options of a command line (POSIX.1-2017 getopt; getopt_long with --name, --name=value). */
#ifndef _GETOPT_H
#define _GETOPT_H

extern char *optarg;
extern int optind, opterr, optopt;

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
 * Both stop at the first argument that is not an option: operands are never reordered.  optind 0
 * restarts the scan.  They return '?' for a bad option, or ':' without a message if optstring
 * starts with ':' and an argument is missing.
 */
int getopt(int argc, char *const argv[], const char *optstring);
int getopt_long(int argc, char *const argv[], const char *optstring, const struct option *longs,
                int *index);

#endif
