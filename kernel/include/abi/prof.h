/*
 * Profiling: profil(2), sprofil(2), pcsample(2), profstack(2) and profstat(2).  The contract,
 * with the reasons, is doc/profiling.md.
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
 *     With PROF_RANGES the array is of struct prof_range, and there is no overflow counter.
 *     E2BIG: n is below 0 or above PROF_REGIONS_MAX.
 *     EINVAL: unknown flags, or PROF_SIGNED with PROF_UINT; two overflow counters; pr_scale above
 *     65536; pr_base or pr_size not a multiple of a counter's size, without PROF_LAZY; two regions
 *     with the same pr_off, or with PROF_RANGES the same pr_low.
 *     ENOMEM: no memory for the list.  With these errors the previous state is kept.
 *     EFAULT: some byte of a buffer is not writable, without PROF_LAZY; regions is not readable;
 *     tick is not writable.  Profiling is then off.
 *     Source: IRIX and HP-UX sprofil(2); PROF_LAZY, PROF_SIGNED and PROF_RANGES are for the rules
 *     of other manuals.
 *
 * long pcsample(uintptr_t samples[], long n)
 *     From now on each tick stores its pc in the next element of samples, of which there are n; a
 *     tick in the kernel, the pc that the thread returns to.  The sample that takes the last
 *     element turns it off, with the reason PROF_FULL.  pcsample and profil end each other.  An n
 *     of 0 turns off whichever is on.
 *     Returns how many samples were stored since the call before; 0 the first time, and the first
 *     time in a new program.  fork's child stores into its own copy, from the first element on.
 *     The array is not looked at: a sample that cannot be written, or would be misaligned, turns
 *     it off, with the reason PROF_FAULT.
 *     EINVAL: n is negative; nothing changes.
 *     Source: OmniOS and Solaris pcsample(2).
 *
 * int profstack(void *buf, size_t nbytes, unsigned depth)
 *     At each clock tick the call stack of the thread is appended to buf: the pc, and the return
 *     addresses of its callers by their frame pointers, no more than depth together.  The first 8
 *     bytes of buf say how many bytes are used, these included; behind them are the samples, struct
 *     prof_stack.  A sample that has no room, and all after it, are counted in ps_full and ps_lost.
 *     nbytes 0 turns profiling off.
 *     EINVAL: depth is 0 or above PROF_STACK_MAX; nbytes is below 8; buf is not a multiple of 8.
 *     The profile stays as it was.
 *     EFAULT: some byte of buf is not writable; profiling is then off.
 *
 * int profstat(struct profstat *)
 *     Stores the counts of the process's profiling since it was turned on.  EFAULT.
 *
 * Always: ps_counted + ps_outside + ps_full == ps_user + ps_system.  ps_missed is in none of them.
 */
#ifndef ABI_PROF_H
#define ABI_PROF_H

#include <abi/compiler.h>

#define PROF_SCALE_MAX 65536u

/* A region of sprofil: its counters, and the code that they count. */
struct prof {
    void *pr_base;          /* the counters, zeroed by the caller */
    size_t pr_size;         /* bytes of them */
    uintptr_t pr_off;       /* first pc */
    unsigned long pr_scale; /* as profil's */
};

/* A region that says which pcs are its own: a pc belongs to the range with the greatest pr_low that
 * is not above it, if it is below pr_high.  pr.pr_off may differ from pr_low, and decides the
 * counter only. */
struct prof_range {
    struct prof pr;
    uintptr_t pr_low, pr_high;
};

/* A range's pr_scale: all of its pcs are counted in its first counter, if there is room for one.
 * pr_off does not matter. */
#define PROF_SCALE_CLOCK (1ul << 32)

#define PROF_REGIONS_MAX 1024

/* sprofil's flags */
#define PROF_USHORT 0u  /* counters of 16 bits */
#define PROF_UINT   1u  /* counters of 32 bits: one for twice as much code */
#define PROF_STOP   2u  /* the first counter to reach PROF_STOP_AT ends the profile */
#define PROF_LAZY   4u  /* the buffers are not looked at, see below */
#define PROF_SIGNED 8u  /* counters of 16 bits that stay at 32767 */
#define PROF_RANGES 16u /* the array is of struct prof_range */

/* PROF_LAZY: a tick whose counter is misaligned or not writable turns profiling off.  Bytes of
 * pr_size beyond a multiple of a counter's size are not used. */

#define PROF_STOP_AT 32767 /* source: Solaris profil(2) */

/* A stack sample.  A return address is that of the instruction after a call; so is the first one
 * of a signal's handler, that of sigreturn's stub, which no call precedes; the one behind it is the
 * pc that the signal interrupted. */
struct prof_stack {
    uint32_t ps_ticks; /* that sampled it */
    uint16_t ps_depth; /* entries of ps_pc, at least 1 */
    uint16_t ps_flags;
    uint64_t ps_pc[]; /* the pc, then return addresses, innermost first */
};

#define PROF_STACK_MAX    128 /* ps_depth */
#define PROF_STACKS_START 8   /* of the first sample in the buffer */

/* A sample's ps_flags: it does not end at the outermost frame, as there are more than depth, or
 * frame pointers lead nowhere. */
#define PROF_STACK_CUT 1u

/* ps_state */
#define PROF_OFF 0
#define PROF_ON  1

/* ps_reason: why it is off */
#define PROF_NEVER 0 /* it was never on (or is on now) */
#define PROF_CALL  1 /* the process turned it off */
#define PROF_EXEC  2 /* exec turned it off */
#define PROF_FAULT 3 /* the buffer was not writable memory */
#define PROF_FULL  4 /* a counter reached PROF_STOP_AT, or pcsample's array is full */

/* ps_flags: the machine takes interrupts only where a block of code begins, and a tick names the
 * block after the one that ran */
#define PROF_SKID 1u

struct profstat {
    uint64_t ps_user;    /* ticks in user mode */
    uint64_t ps_system;  /* ticks in the kernel on the process's behalf */
    uint64_t ps_counted; /* ticks that incremented a counter, or were stored as samples */
    uint64_t ps_outside; /* ticks whose pc the buffer does not cover */
    uint64_t ps_full;    /* ticks whose counter was full: at 65535, 32767 or 2^32 - 1; samples
                            that did not fit */
    uint64_t ps_lost;    /* samples that did not fit; always 0 for counters */
    uint64_t ps_missed;  /* periods in which the process ran and no tick could be taken */
    uint64_t ps_forked;  /* children forked: each is profiled too, in its own memory and counts */
    uint64_t ps_serial;  /* which profile of the process all these are of: 1 is its first */
    uint32_t ps_hz;      /* ticks a second, the mean */
    uint32_t ps_state;   /* PROF_OFF or PROF_ON */
    uint32_t ps_reason;  /* PROF_NEVER ... */
    uint32_t ps_flags;   /* PROF_SKID or 0 */
};

#endif
