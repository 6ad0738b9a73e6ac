/*
 * A CPU's alarm: the interrupt that calls clock_interrupt().  Each CPU has one, which is set to the
 * earliest of its next tick, the end of its time slice, and its first timer.
 *
 * A deadline belongs to one module, which changes it and then sets the alarm again: tick and slice
 * belong to sched/clock.c, the timers' deadline to sched/timer.c.  All are times by the machine's
 * clock (arch_clock_ns); ALARM_NEVER: there is none.
 */
#ifndef SCHED_ALARM_H
#define SCHED_ALARM_H

#include "arch/arch.h"
#include "core/cpu.h"
#include "sched/runq.h"
#include <stdbool.h>
#include <stdint.h>

#define ALARM_NEVER UINT64_MAX

/* Used by the CPU itself with interrupts off, except where a letter says otherwise: [a] atomic. */
struct alarm {
    uint64_t tick_at_ns;
    uint64_t tick_period; /* the number of the period that this tick is in */
    uint64_t slice_end_ns;
    uint64_t timer_at_ns; /* [a] written under the lock of the CPU's timers */
    uint64_t set_at_ns;   /* when the alarm had been set while no tick was due; 0 with one CPU */
} CPU_ALIGNED;

/* Set at boot: a tick may be further away than the end of a slice. */
extern bool alarm_ticks_are_rare;

/* Nothing is due on this CPU yet. */
void alarm_init_cpu(void);

static inline struct alarm *alarm_self(void)
{
    return cpu_self()->alarm;
}

/* Sets this CPU's alarm; interrupts off.  now_ns is a recent reading of the clock.  The end of a
 * slice for which no other thread waits needs no interrupt: the next tick handles it, unless ticks
 * are rare.  Inline because it is done at each tick. */
static inline void alarm_set(struct alarm *alarm, uint64_t now_ns)
{
    uint64_t at_ns = __atomic_load_n(&alarm->timer_at_ns, __ATOMIC_RELAXED);
    if (alarm->tick_at_ns < at_ns)
        at_ns = alarm->tick_at_ns;
    if (alarm->slice_end_ns < at_ns && (!runq_is_empty() || alarm_ticks_are_rare))
        at_ns = alarm->slice_end_ns;
    arch_set_alarm(at_ns, now_ns);
    if (cpu_count > 1 && now_ns < alarm->tick_at_ns)
        alarm->set_at_ns = arch_clock_ns();
}

#endif
