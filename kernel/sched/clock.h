/*
 * The clock: the time, and a tick in each of its periods.
 *
 * Time is nanoseconds since boot on the machine's time-stamp counter, the same on all CPUs.
 *
 * sched/clock.c also defines clock_interrupt(), where each tick begins; arch/arch.h declares it
 * among the functions that the architecture calls.
 */
#ifndef SCHED_CLOCK_H
#define SCHED_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#define NS_PER_SEC     1000000000ull
#define CLOCK_SLICE_NS 10000000ull /* a thread's time slice */

struct thread;

void clock_init(void);            /* boot: reads the calendar and the boot line */
uint64_t clock_now_ns(void);      /* since boot */
uint64_t clock_realtime_ns(void); /* since 1970-01-01 00:00 UTC: the calendar */

void clock_set_realtime(uint64_t ns); /* the caller then calls waitq_calendar_set() */

/* Ticks a second, 10 to 10000 (boot word hz=).  Each CPU that runs a thread takes all of them. */
uint32_t clock_hz(void);

/* Ticks since boot, of a CPU that was never idle. */
uint64_t clock_ticks(void);

/* Takes this CPU's tick, if one is due and interrupts are off, and returns the number of the period
 * that the next tick is in: this CPU's ticks of all periods before have been taken. */
uint64_t clock_settle(void);

/* Whether the machine takes interrupts only where a block of code begins, so that a tick names the
 * block after the one that ran.  The boot word skid says so. */
bool clock_skids(void);

/* ---- inside sched/ ---- */

/* This CPU is about to leave its current thread for `to`.  A tick that is due is still charged to
 * the one that it leaves.  `idle` is the CPU's idle thread: while it runs, the CPU does not tick.
 * Returns the time.  [sched_lock] */
uint64_t clock_switch(struct thread *to, const struct thread *idle);

#endif
