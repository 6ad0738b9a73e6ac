/*
 * The kernel's trace: ktrace(2).  While it is on, each CPU records its switches, wake-ups, system
 * calls, exceptions, interrupts and ticks, with their times.
 *
 * ssize_t ktrace(int what, struct ktrace_event *buf, size_t max)
 *     KTRACE_START  turns it on.  Each CPU has room for max events, up to KTRACE_MAX; it counts
 *                   what comes later as lost.  The trace belongs to the calling process until
 *                   KTRACE_FREE, or until the process ends.
 *     KTRACE_STOP   turns it off; the events stay.
 *     KTRACE_READ   stores the next max events in buf: CPU 0's come first, and each CPU's in the
 *                   order of time.  Returns how many; 0: no more.
 *     KTRACE_FREE   frees it all, on or off.
 *
 * EBUSY: it belongs to a process already (KTRACE_START); it is still on (KTRACE_READ).
 * EPERM: it is not the calling process's (all but KTRACE_START).
 * ENOMEM: no memory for the events.  EINVAL: what is none of these; max is 0 or above KTRACE_MAX
 * (KTRACE_START).  EFAULT: buf.
 */
#ifndef ABI_KTRACE_H
#define ABI_KTRACE_H

#include <abi/compiler.h>

#define KTRACE_START 0
#define KTRACE_STOP  1
#define KTRACE_READ  2
#define KTRACE_FREE  3

#define KTRACE_MAX 131072

/* The kinds of events.  An event concerns its CPU and the thread that runs there.  The brackets
 * have the meaning of kt_what and kt_detail. */
enum ktrace_kind {
    KTRACE_THREAD = 1, /* [tid, pid] a thread that runs soon; kt_name is the program's */
    KTRACE_SLEEP,      /* the thread will sleep; kt_name is the name of the condition's lock */
    KTRACE_SWITCH,     /* [tid, 1: the thread before has ended] another thread runs; tid 0: none */
    KTRACE_WAKE,       /* [tid, 1: the thread is new] the CPU makes this thread ready */
    KTRACE_CALL,       /* [the first argument, number] the thread enters a system call */
    KTRACE_CALL_END,   /* [result] */
    KTRACE_TRAP,       /* [pc, enum ktrace_trap] an exception or interrupt begins */
    KTRACE_TRAP_END,
    KTRACE_TICK,  /* [pc, 1: in user mode] the clock's tick was taken */
    KTRACE_STACK, /* [pc] a caller of the tick's function, the innermost first */
    KTRACE_END,   /* [events lost] the last event of each CPU: the trace was turned off */
};

enum ktrace_trap {
    KTRACE_FAULT = 1, /* an exception, most often a page fault */
    KTRACE_CLOCK,     /* the clock's interrupt */
    KTRACE_DEVICE,    /* a device's interrupt */
    KTRACE_OTHER_CPU, /* another CPU's interrupt */
    KTRACE_RETURN,    /* the work before a return to user mode, such as signals */
};

#define KTRACE_NAME_MAX 16

struct ktrace_event {
    uint64_t kt_ns;   /* since boot */
    uint32_t kt_what; /* addresses and numbers of more bits are cut */
    uint16_t kt_detail;
    uint8_t kt_kind;
    uint8_t kt_cpu;
    char kt_name[KTRACE_NAME_MAX]; /* cut if it is longer */
};

#endif
