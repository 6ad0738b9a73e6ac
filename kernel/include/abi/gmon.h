/*
 * gmon.out, 4.4BSD layout on x86-64: this header, (gh_ncnt - 40) bytes of 16-bit counters, then
 * call records to the end of the file.  All little-endian.  The host's gprof reads it (binutils
 * gprof, gmon_io.c).
 *
 * A record with gr_from 0 is not a call but a total of the profile: gr_self says which, gr_count
 * is its value.  gprof finds no function at address 0 and skips it.
 */
#ifndef ABI_GMON_H
#define ABI_GMON_H

#include <stdint.h>

#define GMON_VERSION 0x00051879u

struct gmonhdr {
    uint64_t gh_lpc;     /* first address of the text that was sampled */
    uint64_t gh_hpc;     /* first address after it; the counters divide [lpc, hpc) evenly */
    uint32_t gh_ncnt;    /* bytes of counters + sizeof(struct gmonhdr) */
    uint32_t gh_version; /* GMON_VERSION */
    uint32_t gh_rate;    /* ticks a second */
    uint32_t gh_spare[3];
};

_Static_assert(sizeof(struct gmonhdr) == 40, "gprof reads 40 bytes");

struct gmonrec {
    uint64_t gr_from;  /* the call's return address; 0: a total */
    uint64_t gr_self;  /* the function called; GMON_* */
    uint64_t gr_count; /* calls, or the total's value */
};

/* The totals, all from the profile's beginning to its end. */
enum {
    GMON_USER = 1,   /* ticks in user mode */
    GMON_SYSTEM,     /* ticks in the kernel */
    GMON_OUTSIDE,    /* ticks whose pc lay outside [lpc, hpc) */
    GMON_FULL,       /* ticks whose counter was full */
    GMON_MISSED,     /* periods in which the program ran and no tick could be taken */
    GMON_FLAGS,      /* profstat's ps_flags */
    GMON_ENDED,      /* 0: at exit; otherwise why before: profstat's ps_reason, or GMON_REPLACED */
    GMON_ELAPSED_NS, /* of the machine's clock */
    GMON_FORKED,     /* children: each has its own profile */
    GMON_CHILD_USER, /* ticks of the children that were waited for, and theirs */
    GMON_CHILD_SYSTEM, /* the same in the kernel */
    GMON_LOST_CALLS,   /* with -pg: calls whose arc did not fit into the table */
    GMON_TOTALS,
};

/* GMON_ENDED: the program replaced this profile with its own.  The counters hold the ticks before
 * that, the other totals are unknown. */
#define GMON_REPLACED 100

#endif
