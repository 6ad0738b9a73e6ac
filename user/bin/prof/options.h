/* prof's command line. */
#ifndef PROF_OPTIONS_H
#define PROF_OPTIONS_H

#include <stdbool.h>
#include <sys/types.h>

#include "view.h"

/* Call stacks for other programs, and no table. */
enum format { NO_FORMAT, AS_FOLDED, AS_SPEEDSCOPE, AS_CALLGRIND, AS_PERF };

struct options {
    bool all, kernel;   /* profile the whole machine, or the kernel, with all.c */
    bool earlier;       /* show a profile file, and run nothing */
    const char *mdata;  /* -m: that file; NULL: the second operand, or gmon.out */
    bool globals;       /* -l: static functions' ticks are those of the global one before */
    bool summary;       /* -s */
    pid_t pid;          /* the process to record; 0: a new one */
    bool children;      /* fork's children one by one */
    bool follow;        /* also the programs that are execed */
    bool tree;          /* who called whom, not a table */
    enum format format; /* --format, --folded */
    bool lines;         /* a table of source lines */
    const char *output; /* where the report goes; NULL: a standard stream */
    const char *save;   /* where a gmon.out goes; NULL: nowhere */
    const char *html;   /* where a page goes; NULL: nowhere */
    struct view view;
    char **operands; /* up to a NULL: the program and its arguments */
};

/* A mistake ends the program with a message and status 2. */
struct options options_parse(int argc, char **argv);

#endif
