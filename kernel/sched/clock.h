/*
 * The clock: the time, and a tick in each of its periods.
 *
 * Time is nanoseconds since boot on the machine's time-stamp counter, the same on all CPUs.
 */
#ifndef SCHED_CLOCK_H
#define SCHED_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#define NS_PER_SEC 1000000000ull

struct cpu;
struct thread;

void clock_init(void);            /* boot: reads the calendar and the boot line */
uint64_t clock_now_ns(void);      /* since boot */
uint64_t clock_realtime_ns(void); /* since 1970-01-01 00:00 UTC */

/* The clock's ticks: clock_hz() a second (boot word hz=, 10 to 10000), taken by each CPU that runs
 * a thread. */
uint32_t clock_hz(void);
uint64_t clock_ticks(void); /* since boot */

/* Whether the machine takes interrupts only where a block of code begins, so that a tick names the
 * block after the one that ran.  Who starts such a machine says so by the boot word skid. */
bool clock_skids(void);

/* ---- inside sched/ ---- */

/* The CPU's alarm is set to nothing yet. */
void clock_init_cpu(struct cpu *cpu);

/* The CPU is about to leave its current thread for another; a tick that is due is still charged to
 * the one it leaves.  An idle CPU does not tick.  [sched_lock] */
void clock_switch(struct cpu *cpu, struct thread *to);

/* Sets this CPU's alarm anew: its first timer has changed.  Interrupts off. */
void clock_set_alarm(void);

#endif
