/*
 * Timers: a timer calls its function at its deadline (clock_now_ns) or soon after, in interrupt
 * context on the CPU that armed it: the function may not sleep.  It does so once, or again and
 * again until it is cancelled.
 */
#ifndef SCHED_TIMER_H
#define SCHED_TIMER_H

#include "core/list.h"
#include <stdbool.h>
#include <stdint.h>

struct cpu;

struct timer {
    uint64_t deadline_ns; /* atomic: changes whenever it repeats */
    uint64_t interval_ns; /* atomic: 0: once */
    struct list link;     /* of the timers of its CPU */
    void (*expired)(struct timer *timer);
    struct cpu *cpu; /* where it is armed or its function runs; NULL when neither */
};

void timer_init(struct timer *timer, void (*expired)(struct timer *timer));

/* Arms a timer that is not armed.  From anywhere; the timer must stay allocated until it expired or
 * was cancelled.  Unless interval_ns is 0 it repeats: the next deadlines are whole intervals after
 * the first, however late each is met.  Deadlines that pass before the function runs are left out.
 */
void timer_arm(struct timer *timer, uint64_t deadline_ns, uint64_t interval_ns);

/* The deadline of a timer that is armed, or whose function is running; otherwise 0. */
uint64_t timer_deadline(const struct timer *timer);

/* When it returns the function is not running and will not run.  True if it was still armed; a
 * timer that repeats is not while its function runs.  Not from the timer's own function; hold no
 * lock which that function takes. */
bool timer_cancel(struct timer *timer);

/* ---- inside sched/ ---- */

/* On each CPU, once, before it arms a timer. */
void timer_init_cpu(void);

/* The clock's interrupt: calls the functions of this CPU's timers that are due.  When that has
 * taken a while the others have to wait until threads have run for some time. */
void timer_run_expired(uint64_t now_ns);

#endif
