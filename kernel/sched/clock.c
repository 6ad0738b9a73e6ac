/*
 * The clock: a tick in each period, and the end of time slices.
 *
 * Follow one tick from the interrupt to the counter in three files.  arch/x86/trap.c takes the
 * interrupt and calls clock_interrupt(), at the end of this file.  If a tick is due, tick() charges
 * it to the thread that runs, by prof_tick().  That records it in the thread (prof/prof.c), and
 * before the thread returns to user mode prof_flush(), in the same file, increments the counter.
 *
 * Time is cut into periods of 1 / clock_hz() seconds.  Each has one tick, at its own moment
 * (sched/moment.h), which is the same on all CPUs.  With 1000 ticks a second period 1 is the second
 * millisecond since boot, and the ticks are
 *
 *     period   begins at        moment       tick at
 *          1   1 000 000 ns   + 435 182 ns   1 435 182 ns
 *          2   2 000 000 ns   + 166 335 ns   2 166 335 ns
 *          3   3 000 000 ns   + 944 394 ns   3 944 394 ns
 *
 * A tick is charged to the thread that runs at its moment.  Interrupts may be off then, and the
 * scheduler may choose another thread before they are on again.  The tick still goes to the first
 * thread (clock_switch).  A CPU that is idle at that moment takes no tick.
 *
 * Missed ticks.  The host may give the machine no time for a while.  If the machine goes on at
 * 3 950 000 ns of the example, one tick is taken, and two are counted as missed.  A tick is also
 * missed if its moment passes while the alarm is being set.  The reason: under QEMU's instruction
 * clock several CPUs run one after the other, and setting an alarm ends a CPU's turn.  In the time
 * of the others this CPU's thread does not run.
 *
 * A thread's time slice is CLOCK_SLICE_NS from the switch to it, whatever the rate of the ticks.
 * If slices were periods of the clock, one that gives up the CPU just before each ends would leave
 * the others next to nothing.
 */
#include "sched/clock.h"
#include "arch/arch.h"
#include "core/cmdline.h"
#include "core/cpu.h"
#include "core/irq.h"
#include "prof/kernel.h"
#include "prof/prof.h"
#include "sched/alarm.h"
#include "sched/moment.h"
#include "sched/runq.h"
#include "sched/thread.h"
#include "sched/timer.h"

#define HZ_DEFAULT 1000
#define HZ_MIN     10
#define HZ_MAX     10000

static uint64_t boot_realtime_ns; /* atomic: the calendar at clock_now_ns() == 0 */

/* Fixed at boot. */
static uint32_t hz = HZ_DEFAULT;
static uint64_t period_ns = NS_PER_SEC / HZ_DEFAULT;
static bool skids;

uint64_t clock_now_ns(void)
{
    return arch_clock_ns();
}

uint64_t clock_realtime_ns(void)
{
    return __atomic_load_n(&boot_realtime_ns, __ATOMIC_RELAXED) + arch_clock_ns();
}

void clock_set_realtime(uint64_t ns)
{
    __atomic_store_n(&boot_realtime_ns, ns - arch_clock_ns(), __ATOMIC_RELAXED);
}

uint32_t clock_hz(void)
{
    return hz;
}

bool clock_skids(void)
{
    return skids;
}

void clock_init(void)
{
    boot_realtime_ns = arch_rtc_seconds() * NS_PER_SEC - arch_clock_ns();
    char unused[1];
    skids = cmdline_value("skid", unused, sizeof(unused));
    hz = cmdline_number("hz", HZ_MIN, HZ_MAX, hz);
    period_ns = NS_PER_SEC / hz;
    alarm_ticks_are_rare = period_ns > CLOCK_SLICE_NS;
}

/* ---- moments ---- */

/* The first period whose tick is still to come.  As periods count from 0, that is also the number
 * of ticks so far. */
static uint64_t next_period(uint64_t now_ns)
{
    uint64_t period = now_ns / period_ns;
    return period + (now_ns - period * period_ns >= moment_in_period(period, period_ns));
}

uint64_t clock_ticks(void)
{
    return next_period(clock_now_ns());
}

/* ---- what is due ---- */

static void await_tick(struct alarm *alarm, uint64_t period)
{
    alarm->tick_period = period;
    alarm->tick_at_ns = period * period_ns + moment_in_period(period, period_ns);
}

/* The next tick's moment has passed, too: counts this tick, and all others whose moments have
 * passed, as missed. */
static void skip_ticks(struct alarm *alarm, uint64_t now_ns)
{
    uint64_t first = alarm->tick_period;
    await_tick(alarm, next_period(now_ns));
    prof_missed(current_thread(), alarm->tick_period - first);
}

/* A tick while the kernel is profiled: where the alarm went off, if that is known. */
static void tick_in_both(const struct alarm *alarm, bool user, uint64_t pc)
{
    uint64_t noted = cpu_self()->alarm_pc;
    user = user && !noted;
    prof_tick(current_thread(), user);
    prof_kernel_tick(alarm->tick_period, user, noted ? noted : pc);
}

/* The next tick is due: charges it to the current thread, and sets up the one after it.  pc is
 * where the CPU is. */
static void tick(struct alarm *alarm, uint64_t now_ns, bool user, uint64_t pc)
{
    if (alarm->tick_at_ns >= alarm->set_at_ns) {
        __atomic_fetch_add(&current_thread()->ticks, 1, __ATOMIC_RELAXED);
        if (prof_kernel_is_on())
            tick_in_both(alarm, user, pc);
        else
            prof_tick(current_thread(), user);
    } else {
        prof_missed(current_thread(), 1);
    }
    await_tick(alarm, alarm->tick_period + 1);
    if (now_ns >= alarm->tick_at_ns)
        skip_ticks(alarm, now_ns);
}

static void end_slice(struct alarm *alarm, uint64_t now_ns)
{
    alarm->slice_end_ns = now_ns + CLOCK_SLICE_NS;
    if (!runq_is_empty())
        __atomic_or_fetch(&current_thread()->work, WORK_RESCHED, __ATOMIC_RELAXED);
}

/* Takes a tick that is due although interrupts are off; the time. */
static uint64_t tick_held_off(struct alarm *alarm)
{
    uint64_t now_ns = clock_now_ns();
    if (now_ns >= alarm->tick_at_ns)
        tick(alarm, now_ns, false, (uint64_t)tick_held_off);
    return now_ns;
}

uint64_t clock_settle(void)
{
    irq_hold();
    struct alarm *alarm = alarm_self();
    tick_held_off(alarm);
    uint64_t period = alarm->tick_period;
    irq_release();
    return period;
}

uint64_t clock_switch(struct thread *to, const struct thread *idle)
{
    struct alarm *alarm = alarm_self();
    /* The alarm goes off a little after the tick's moment.  While the kernel is profiled the tick
     * waits for it, as only the alarm notes where the kernel was. */
    bool early = prof_kernel_is_on() && !cpu_self()->alarm_pc;
    uint64_t now_ns = early ? clock_now_ns() : tick_held_off(alarm);
    if (to == idle) {
        alarm->tick_at_ns = alarm->slice_end_ns = ALARM_NEVER;
        alarm_set(alarm, now_ns);
        return now_ns;
    }
    /* Most switches leave the alarm as it is.  It may come early, at the end of the last slice. */
    alarm->slice_end_ns = now_ns + CLOCK_SLICE_NS;
    if (current_thread() == idle) {
        uint64_t period = next_period(now_ns);
        if (prof_kernel_is_on())
            prof_kernel_idle(alarm->tick_period, period);
        await_tick(alarm, period);
        alarm_set(alarm, now_ns);
    }
    return now_ns;
}

void clock_interrupt(bool user, uint64_t pc)
{
    struct alarm *alarm = alarm_self();
    uint64_t now_ns = clock_now_ns();
    if (now_ns >= alarm->tick_at_ns)
        tick(alarm, now_ns, user, pc);
    if (now_ns >= alarm->slice_end_ns)
        end_slice(alarm, now_ns);
    bool timers_due = now_ns >= __atomic_load_n(&alarm->timer_at_ns, __ATOMIC_RELAXED);
    if (timers_due)
        timer_run_expired(now_ns);
    if (timers_due || prof_kernel_is_on())
        now_ns = clock_now_ns(); /* or the alarm would be late by what that has taken */
    alarm_set(alarm, now_ns);
}
