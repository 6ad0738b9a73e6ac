/*
 * The clock: a CPU's one alarm serves its tick, the end of its time slice and its timers, whichever
 * is next.
 *
 * Time is cut into periods of 1 / clock_hz() seconds.  Each has one tick, at a moment of its own
 * (sched/moment.h), the same on all CPUs; a CPU that is idle at that moment takes none.  A tick is
 * charged to the thread that runs at its moment: one that interrupts held off until the scheduler
 * chose another thread still goes to the first (clock_switch).
 *
 * The host may give the machine, or one CPU of it, no time.  When several moments have passed
 * before the alarm is heard, one tick is taken and the others are counted as missed.  So is one
 * whose moment passed while an alarm was being set: several CPUs under QEMU's instruction clock run
 * one after the other, setting an alarm ends a CPU's turn, and the time that the others then take
 * is no time of the thread that this CPU runs.
 *
 * Time slices end every SLICE_NS of the machine's clock, whatever the rate of the ticks.
 */
#include "sched/clock.h"
#include "arch/arch.h"
#include "core/cmdline.h"
#include "core/cpu.h"
#include "core/print.h"
#include "prof/prof.h"
#include "sched/moment.h"
#include "sched/sched.h"
#include "sched/thread.h"
#include "sched/timer.h"

#define HZ_DEFAULT 1000
#define HZ_MIN     10
#define HZ_MAX     10000
#define SLICE_NS   10000000ull
#define NEVER      UINT64_MAX

static uint64_t boot_realtime_ns; /* the calendar at clock_now_ns() == 0 */

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
    return boot_realtime_ns + arch_clock_ns();
}

uint32_t clock_hz(void)
{
    return hz;
}

bool clock_skids(void)
{
    return skids;
}

static void read_hz(void)
{
    char text[16];
    uint32_t value = 0;
    if (!cmdline_value("hz", text, sizeof(text)))
        return;
    for (const char *p = text; *p && value <= HZ_MAX; p++)
        value = *p >= '0' && *p <= '9' ? value * 10 + *p - '0' : HZ_MAX + 1;
    if (value < HZ_MIN || value > HZ_MAX) {
        print("tally: hz=%s: must be a whole number from %u to %u; the clock ticks at %u\n", text,
              HZ_MIN, HZ_MAX, hz);
        return;
    }
    hz = value;
    period_ns = NS_PER_SEC / value;
}

void clock_init(void)
{
    char unused[1];
    boot_realtime_ns = arch_rtc_seconds() * NS_PER_SEC - arch_clock_ns();
    skids = cmdline_value("skid", unused, sizeof(unused));
    read_hz();
}

static uint64_t earlier(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* Sets the alarm to whatever comes next.  The end of a slice that nobody waits for is seen to at
 * the tick after it, unless ticks are rarer than slices.  Interrupts off. */
static inline void set_alarm(struct cpu *cpu, uint64_t now_ns)
{
    uint64_t at_ns = earlier(__atomic_load_n(&cpu->timer_at_ns, __ATOMIC_RELAXED), cpu->tick_at_ns);
    if (cpu->slice_end_ns < at_ns && (sched_others_ready() || period_ns > SLICE_NS))
        at_ns = cpu->slice_end_ns;
    arch_set_alarm(at_ns, now_ns);
    if (cpu_count > 1)
        cpu->resumed_ns = clock_now_ns();
}

void clock_set_alarm(void)
{
    set_alarm(cpu_self(), clock_now_ns());
}

/* ---- ticks and slices ---- */

/* How many ticks there were by then: one in each period that is over, and this one's. */
static uint64_t ticks_until(uint64_t now_ns)
{
    uint64_t period = now_ns / period_ns;
    return period + (now_ns - period * period_ns >= moment_in_period(period, period_ns));
}

uint64_t clock_ticks(void)
{
    return ticks_until(clock_now_ns());
}

static void await_tick(struct cpu *cpu, uint64_t period)
{
    cpu->tick_period = period;
    cpu->tick_at_ns = period * period_ns + moment_in_period(period, period_ns);
}

/* The awaited tick has passed, too: goes on to the next one to come, and returns how many there
 * were in between. */
__attribute__((noinline)) static uint64_t skip_ticks(struct cpu *cpu, uint64_t now_ns)
{
    uint64_t first = cpu->tick_period;
    await_tick(cpu, ticks_until(now_ns));
    return cpu->tick_period - first;
}

/* The tick that was awaited is due. */
static inline void tick(struct cpu *cpu, uint64_t now_ns, bool user)
{
    if (cpu->tick_at_ns >= cpu->resumed_ns)
        prof_tick(cpu->current, user);
    else
        prof_missed(cpu->current, 1);
    await_tick(cpu, cpu->tick_period + 1);
    if (now_ns >= cpu->tick_at_ns)
        prof_missed(cpu->current, skip_ticks(cpu, now_ns));
}

__attribute__((noinline)) static void end_slice(struct cpu *cpu, uint64_t now_ns)
{
    cpu->slice_end_ns = (now_ns / SLICE_NS + 1) * SLICE_NS;
    if (sched_others_ready())
        __atomic_or_fetch(&cpu->current->work, WORK_RESCHED, __ATOMIC_RELAXED);
}

void clock_init_cpu(struct cpu *cpu)
{
    cpu->tick_at_ns = cpu->slice_end_ns = cpu->timer_at_ns = NEVER;
}

void clock_switch(struct cpu *cpu, struct thread *to)
{
    uint64_t now_ns = clock_now_ns();
    if (now_ns >= cpu->tick_at_ns)
        tick(cpu, now_ns, false);
    if (to == cpu->idle) {
        cpu->tick_at_ns = cpu->slice_end_ns = NEVER;
        set_alarm(cpu, now_ns);
    } else if (cpu->current == cpu->idle) {
        await_tick(cpu, ticks_until(now_ns));
        cpu->slice_end_ns = (now_ns / SLICE_NS + 1) * SLICE_NS;
        set_alarm(cpu, now_ns);
    }
}

/* ---- the interrupt ---- */

void clock_interrupt(bool user)
{
    struct cpu *cpu = cpu_self();
    uint64_t now_ns = clock_now_ns();
    if (now_ns >= cpu->tick_at_ns)
        tick(cpu, now_ns, user);
    if (now_ns >= cpu->slice_end_ns)
        end_slice(cpu, now_ns);
    if (now_ns >= __atomic_load_n(&cpu->timer_at_ns, __ATOMIC_RELAXED))
        timer_run_expired(cpu, now_ns);
    set_alarm(cpu, now_ns);
}
