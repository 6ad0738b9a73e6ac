/*
 * The clock: a CPU's one alarm serves its scheduling tick and its timers, whichever is next.
 *
 * Ticks come TICK_HZ times a second of the machine's clock, at the same moments for all CPUs, and
 * only on a CPU that runs a thread.  Going idle and coming back does not move them: were the
 * period to start anew at each wake-up, a program that sleeps often would never meet a tick.
 * A tick goes to whoever runs when it comes; if interrupts were off for more than a period, it
 * comes late and once.
 *
 * Timers stand in a list on the CPU that armed them, earliest first: few are armed at a time.
 */
#include "arch/arch.h"
#include "core/cpu.h"
#include "core/print.h"
#include "prof/prof.h"
#include "sched/sched.h"

static uint64_t boot_realtime_ns; /* the calendar at clock_now_ns() == 0 */

uint64_t clock_now_ns(void)
{
    return arch_clock_ns();
}

uint64_t clock_realtime_ns(void)
{
    return boot_realtime_ns + arch_clock_ns();
}

void clock_init(void)
{
    boot_realtime_ns = arch_rtc_seconds() * NS_PER_SEC - arch_clock_ns();
}

/* Sets the alarm to whatever comes next.  Interrupts off. */
static void set_alarm(struct cpu *cpu)
{
    uint64_t next = cpu->tick_at_ns ? cpu->tick_at_ns : UINT64_MAX;
    spin_lock(&cpu->timer_lock);
    if (!list_empty(&cpu->timers)) {
        struct timer *first = list_entry(cpu->timers.next, struct timer, link);
        if (first->deadline_ns < next)
            next = first->deadline_ns;
    }
    spin_unlock(&cpu->timer_lock);
    arch_set_alarm(next);
}

static void next_tick(struct cpu *cpu, uint64_t now)
{
    cpu->tick_at_ns = (now / TICK_NS + 1) * TICK_NS;
}

void clock_busy(struct cpu *cpu)
{
    next_tick(cpu, clock_now_ns());
    set_alarm(cpu);
}

void clock_idle(struct cpu *cpu)
{
    cpu->tick_at_ns = 0;
    set_alarm(cpu);
}

/* ---- timers ---- */

void timer_init(struct timer *timer, void (*expired)(struct timer *timer))
{
    *timer = (struct timer){.expired = expired};
    list_init(&timer->link);
}

void timer_arm(struct timer *timer, uint64_t deadline_ns)
{
    irq_hold();
    struct cpu *cpu = cpu_self();
    spin_lock(&cpu->timer_lock);
    assert(!timer->cpu);
    timer->deadline_ns = deadline_ns;
    __atomic_store_n(&timer->cpu, cpu, __ATOMIC_RELEASE);
    struct list *place = cpu->timers.next;
    while (place != &cpu->timers &&
           list_entry(place, struct timer, link)->deadline_ns <= deadline_ns)
        place = place->next;
    list_insert_before(place, &timer->link);
    bool first = cpu->timers.next == &timer->link;
    spin_unlock(&cpu->timer_lock);
    if (first)
        set_alarm(cpu);
    irq_release();
}

/* timer.cpu stays set while the function runs, so that nobody takes a timer for done too early. */
bool timer_cancel(struct timer *timer)
{
    struct cpu *cpu = __atomic_load_n(&timer->cpu, __ATOMIC_ACQUIRE);
    if (!cpu)
        return false;
    spin_lock(&cpu->timer_lock);
    bool armed = timer->cpu && cpu->timer_running != timer;
    if (armed) {
        list_remove(&timer->link);
        timer->cpu = NULL;
    }
    spin_unlock(&cpu->timer_lock);
    while (!armed && __atomic_load_n(&timer->cpu, __ATOMIC_ACQUIRE))
        machine_pause();
    return armed;
}

/* The first timer that is due, off the list, or NULL. */
static struct timer *take_expired(struct cpu *cpu, uint64_t now)
{
    struct timer *timer = NULL;
    spin_lock(&cpu->timer_lock);
    if (!list_empty(&cpu->timers)) {
        timer = list_entry(cpu->timers.next, struct timer, link);
        if (timer->deadline_ns > now)
            timer = NULL;
    }
    if (timer)
        list_remove(&timer->link);
    cpu->timer_running = timer;
    spin_unlock(&cpu->timer_lock);
    return timer;
}

static void run_expired(struct cpu *cpu, uint64_t now)
{
    struct timer *timer;
    while ((timer = take_expired(cpu, now))) {
        timer->expired(timer);
        __atomic_store_n(&timer->cpu, NULL, __ATOMIC_RELEASE); /* its owner may free it now */
    }
}

/* ---- the interrupt ---- */

void clock_interrupt(bool user)
{
    struct cpu *cpu = cpu_self();
    uint64_t now = clock_now_ns();
    run_expired(cpu, now);
    if (cpu->tick_at_ns && now >= cpu->tick_at_ns) {
        prof_tick(cpu->current, user);
        next_tick(cpu, now);
        if (sched_others_ready())
            __atomic_or_fetch(&cpu->current->work, WORK_RESCHED, __ATOMIC_RELAXED);
    }
    set_alarm(cpu);
}
