/* Profiling under the program's own control: monitor(3C) (System V; first in Version 4). */
#ifndef _MON_H
#define _MON_H

#include <stddef.h>

typedef unsigned short WORD;

/* A buffer holds a struct hdr, nfns of struct cnt, and the histogram: WORDs.  Its address need only
 * be that of a WORD. */
struct hdr {
    char *lpc, *hpc;
    size_t nfns;
};

struct cnt {
    char *fnpc; /* an address in the function */
    long mcnt;  /* its calls; 0: the cell is not used */
};

#define MON_OUT "mon.out"

/*
 * Begins a profile: a histogram of the ticks in [lowpc, highpc), as fine as bufsize WORDs allow,
 * and the calls of the functions that were compiled with -pg.  A later call does the same with
 * another histogram, and the calls that were counted stay.
 *
 * monitor(0, 0, 0, 0, 0) ends it: it stores the first nfunc functions that it finds in the cells,
 * and writes the ticks and all calls, as <sys/gmon.h>'s _mcleanup does, to mon.out: in the current
 * directory, or with PROFDIR set to DIR/PID.PROGNAME.  exit does that too.  With PROFDIR empty
 * there is no profile.
 *
 * A program that is linked with -pg is profiled before the first call, and that goes on in the
 * place that monitor gives; monitor(0, 0, 0, 0, 0) alone ends it.
 *
 * Wrong arguments change nothing; monitor reports them on stderr.
 */
void monitor(int (*lowpc)(void), int (*highpc)(void), WORD *buffer, size_t bufsize, size_t nfunc);

#endif
