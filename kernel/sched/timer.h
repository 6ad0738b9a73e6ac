/*
 * The clock and timers.
 *
 * Time is nanoseconds since boot on the machine's time-stamp counter, the same on all CPUs.
 * A timer calls its function once, at its deadline or soon after, in interrupt context on the CPU
 * that armed it: the function may not sleep.
 */
#ifndef SCHED_TIMER_H
#define SCHED_TIMER_H

#include "core/list.h"
#include <stdbool.h>
#include <stdint.h>

#define NS_PER_SEC 1000000000ull

struct timer {
    struct list link;
    uint64_t deadline_ns;
    void (*expired)(struct timer *timer);
    struct cpu *cpu; /* where it is armed or its function runs; NULL when neither */
};

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

void timer_init(struct timer *timer, void (*expired)(struct timer *timer));

/* Arms a timer that is not armed.  From anywhere; the timer must stay allocated until it expired or
 * was cancelled. */
void timer_arm(struct timer *timer, uint64_t deadline_ns);

/* After it returns the function is not running and will not run.  True if it was still armed.
 * Not from the timer's own function; hold no lock which that function takes. */
bool timer_cancel(struct timer *timer);

#endif
