/*
 * The kernel's own profile: kprof(2).  The contract, with the reasons, is doc/profiling.md.
 *
 * While it is on, each period of the clock is accounted for once on each CPU: its tick was taken in
 * a program, or in the kernel, which has a count for that pc; or the CPU was idle at its moment; or
 * no tick could be taken.
 *
 * ssize_t kprof(int what, void *buf, size_t max)
 *     KPROF_START     turns it on; all counts begin at 0.  It belongs to the calling process until
 *                     KPROF_FREE, or until the process ends.  With max above 0 it also counts call
 *                     stacks, with room for that many frames.
 *     KPROF_STOP      turns it off; the counts stay as they are.
 *     KPROF_CPUS      what each CPU did: struct kprof_cpu
 *     KPROF_PROGRAMS  the ticks of each program: struct kprof_program
 *     KPROF_HITS      the ticks in the kernel at each pc, by address: struct kprof_hit
 *     KPROF_FREE      frees it all, on or off.
 *     KPROF_FRAMES    the call stacks: struct kprof_frame
 *     KPROF_SYMBOLS   the functions of the kernel, by address: struct kprof_symbol
 *
 * The requests that list something store the first `max` of their entries in buf, an array, and
 * return how many there are; the others return 0 and ignore buf.  Always: for each CPU the sum of
 * the four counts is the number of periods that have passed; over all CPUs, kc_user is the sum of
 * the programs' kp_user, and kc_system that of kp_system, and of the kh_ticks.  With call stacks,
 * kc_user + kc_system is the sum of the kf_ticks and of kc_lost.
 *
 * EBUSY: it belongs to a process already (KPROF_START); it is still on (a list).
 * EPERM: it is not the calling process's (all but KPROF_START).
 * ENOMEM: no memory for the counters.  EINVAL: what is none of these; KPROF_START with max above
 * KPROF_FRAMES_MAX.  EFAULT: buf.
 */
#ifndef ABI_KPROF_H
#define ABI_KPROF_H

#include <abi/compiler.h>
#include <abi/limits.h>

#define KPROF_START    0
#define KPROF_STOP     1
#define KPROF_CPUS     2
#define KPROF_PROGRAMS 3
#define KPROF_HITS     4
#define KPROF_FREE     5
#define KPROF_FRAMES   6
#define KPROF_SYMBOLS  7

/* Periods of one CPU. */
struct kprof_cpu {
    uint64_t kc_user;   /* with a tick in a program */
    uint64_t kc_system; /* with a tick in the kernel */
    uint64_t kc_idle;   /* it was idle */
    uint64_t kc_missed; /* a thread ran, and no tick could be taken */
    uint64_t kc_lost;   /* ticks, counted above, whose call stacks found no room */
};

/* A program's ticks, of all its processes and on all CPUs. */
struct kprof_program {
    char kp_name[PROC_NAME_MAX + 1]; /* or the name of a thread of the kernel's own */
    uint64_t kp_user;
    uint64_t kp_system; /* in the kernel on its behalf */
};

#define KPROF_PROGRAMS_MAX 127        /* those that come later are one together, */
#define KPROF_OTHERS       "(others)" /* of this name */

struct kprof_hit {
    uint64_t kh_pc;       /* even: a count is for two bytes of code */
    uint64_t kh_function; /* where the function begins that has the second of them */
    uint64_t kh_ticks;
    char kh_name[40]; /* the function's, cut if it is longer */
};

/*
 * A frame of a call stack, below the frame of its caller.  Stacks that begin alike share frames, so
 * all are a tree.  The outermost frame is a program, below it are its own functions, and below
 * these the kernel's, if the tick was in the kernel.  kf_pc is:
 *
 *     of a program     its index in the list of programs; kf_caller is 0
 *     KPROF_CUT        in the place of callers that are not known: too many, or no chain of frames
 *     innermost        the pc; also of a function of the program that is in the kernel
 *     of others        the return address, as in struct prof_stack (abi/prof.h)
 *
 * A function of the kernel that an interrupt interrupted has its pc + 1, as if it had made a call.
 */
struct kprof_frame {
    uint64_t kf_pc;
    uint32_t kf_number; /* of the frame: 1 to KPROF_FRAMES_MAX */
    uint32_t kf_caller; /* the number of its caller's */
    uint32_t kf_ticks;  /* for which it was the innermost */
    uint32_t kf_unused;
};

#define KPROF_FRAMES_MAX 65536
#define KPROF_CUT        1

struct kprof_symbol {
    uint64_t ks_start;
    char ks_name[40];
};

#endif
