/*
 * Profiling: profil(2) and profstat(2).  The contract, with the reasons, is doc/profiling.md.
 *
 * int profil(unsigned short *buf, size_t bufsiz, uintptr_t offset, unsigned scale)
 *     At each clock tick counter number (pc - offset) * scale / 65536 / 2 in buf is incremented.
 *     A scale of 0 turns profiling off; 1 to 65536 mean 128 KiB to 2 bytes of code a counter.
 *     EINVAL: scale above 65536, odd buf; the profile stays as it was.
 *     EFAULT: some byte of buf is not writable; profiling is then off.
 *     Source: 4.4BSD profil(2).
 *
 * int sprofil(const struct prof *regions, int n, struct timeval *tick, unsigned flags)
 *     The same with up to PROF_REGIONS_MAX regions, in any order, which replace those before; 0 of
 *     them turn it off.
 *     - A pc belongs to the region with the greatest pr_off that is not above it.
 *     - A region with pr_off 0 and pr_scale 2 is the overflow counter: every pc that has no counter
 *       in the others is counted in its first one.
 *     - A region with pr_scale 0 has no counters.
 *     - If tick is not NULL, *tick gets the mean time between ticks.
 *     E2BIG: n is below 0 or above PROF_REGIONS_MAX.
 *     EINVAL: unknown flags; two overflow counters; pr_scale above 65536; pr_base or pr_size not a
 *     multiple of a counter's size; two regions with the same pr_off.
 *     ENOMEM: no memory for the list.  With these errors the previous state is kept.
 *     EFAULT: some byte of a buffer is not writable; regions is not readable; tick is not writable.
 *     Profiling is then off.
 *     Source: IRIX and HP-UX sprofil(2).
 *
 * int profstat(struct profstat *)
 *     Stores the counts of the process's profiling since it was turned on.  EFAULT.
 *
 * Always: ps_counted + ps_outside + ps_full == ps_user + ps_system.  ps_missed is in none of them.
 */
#ifndef ABI_PROF_H
#define ABI_PROF_H

#include <stddef.h>
#include <stdint.h>

#define PROF_SCALE_MAX 65536u

/* One of sprofil's regions: counters, and which code they are for. */
struct prof {
    void *pr_base;          /* the counters, zeroed by the caller */
    size_t pr_size;         /* bytes of them */
    uintptr_t pr_off;       /* first pc */
    unsigned long pr_scale; /* as profil's */
};

#define PROF_REGIONS_MAX 1024

/* sprofil's flags */
#define PROF_USHORT 0u /* counters of 16 bits */
#define PROF_UINT   1u /* counters of 32 bits: one for twice as much code */
#define PROF_STOP   2u /* the first counter to reach PROF_STOP_AT ends the profile */

#define PROF_STOP_AT 32767 /* source: Solaris profil(2) */

/* ps_state */
#define PROF_OFF 0
#define PROF_ON  1

/* ps_reason: why it is off */
#define PROF_NEVER 0 /* it was never on (or is on now) */
#define PROF_CALL  1 /* the process turned it off */
#define PROF_EXEC  2 /* exec turned it off */
#define PROF_FAULT 3 /* the buffer was not writable memory */
#define PROF_FULL  4 /* a counter reached PROF_STOP_AT */

/* ps_flags */
#define PROF_SKID                                                                      \
    1u /* the machine takes interrupts only where a block of code begins: a tick names \
          the block after the one that ran */

struct profstat {
    uint64_t ps_user;    /* ticks in user mode */
    uint64_t ps_system;  /* ticks in the kernel on the process's behalf */
    uint64_t ps_counted; /* ticks that incremented a counter */
    uint64_t ps_outside; /* ticks whose pc the buffer does not cover */
    uint64_t ps_full;    /* ticks whose counter was full: at 65535, 2^32 - 1 or PROF_STOP_AT */
    uint64_t ps_lost;    /* always 0: counters lose no samples */
    uint64_t ps_missed;  /* periods in which the process ran and no tick could be taken */
    uint64_t ps_forked;  /* children forked: each is profiled too, in its own memory and counts */
    uint64_t ps_serial;  /* which profile of the process all these are of: 1 is its first */
    uint32_t ps_hz;      /* ticks a second, the mean */
    uint32_t ps_state;   /* PROF_OFF or PROF_ON */
    uint32_t ps_reason;  /* PROF_NEVER ... */
    uint32_t ps_flags;   /* PROF_SKID or 0 */
};

#endif
