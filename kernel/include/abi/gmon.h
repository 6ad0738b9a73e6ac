/*
 * gmon.out, 4.4BSD layout on x86-64: this header, (gh_ncnt - 40) bytes of 16-bit counters, then
 * call arcs.  All little-endian.  The host's gprof reads it (binutils gprof, gmon_io.c).
 * The three words that 4.4BSD left spare carry profstat's totals, which gprof does not look at.
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
    uint32_t gh_user;    /* ticks in user mode */
    uint32_t gh_system;  /* ticks in the kernel */
    uint32_t gh_outside; /* ticks whose pc lay outside [lpc, hpc) */
};

_Static_assert(sizeof(struct gmonhdr) == 40, "gprof reads 40 bytes");

#endif
