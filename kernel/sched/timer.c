/*
 * Timers wait in a list on the CPU that armed them, earliest first: few are armed at a time.  The
 * contract is in sched/timer.h.
 *
 * Timers that repeat may take longer than their interval, when there are many: a hundred processes
 * with one of 0.1 ms.  Then they would always be due, and threads never run.  So when functions of
 * such have been called the CPU has as long without any as these took.
 */
#include "sched/timer.h"
#include "arch/arch.h"
#include "core/cpu.h"
#include "core/debug.h"
#include "core/irq.h"
#include "core/panic.h"
#include "core/spin.h"
#include "sched/alarm.h"

static struct timers {
    struct spinlock lock;
    struct list armed;       /* [lock] earliest first */
    struct timer *running;   /* [lock] whose function is being called */
    uint64_t quiet_until_ns; /* [lock] */
} CPU_ALIGNED timers_table[CPUS_MAX];

static struct timers *timers_of(const struct cpu *cpu)
{
    return &timers_table[cpu->id];
}

void timer_init_cpu(void)
{
    struct timers *timers = timers_of(cpu_self());
    spin_init(&timers->lock, "timers");
    list_init(&timers->armed);
    timers->quiet_until_ns = 0;
}

/* [lock of the CPU's timers] */
static void note_first(const struct cpu *cpu)
{
    const struct timers *timers = timers_of(cpu);
    uint64_t at_ns = ALARM_NEVER;
    if (!list_empty(&timers->armed))
        at_ns = list_entry(timers->armed.next, struct timer, link)->deadline_ns;
    if (at_ns < timers->quiet_until_ns)
        at_ns = timers->quiet_until_ns;
    __atomic_store_n(&cpu->alarm->timer_at_ns, at_ns, __ATOMIC_RELAXED);
}

void timer_init(struct timer *timer, void (*expired)(struct timer *timer))
{
    *timer = (struct timer){.expired = expired};
    list_init(&timer->link);
}

/* [lock of the CPU's timers] */
static void insert(struct timers *timers, struct timer *timer, uint64_t deadline_ns)
{
    __atomic_store_n(&timer->deadline_ns, deadline_ns, __ATOMIC_RELAXED);
    struct list *place = timers->armed.next;
    while (place != &timers->armed &&
           list_entry(place, struct timer, link)->deadline_ns <= deadline_ns)
        place = place->next;
    list_insert_before(place, &timer->link);
}

void timer_arm(struct timer *timer, uint64_t deadline_ns)
{
#ifdef DEBUG
    if (!timer->expired)
        panic("a timer is armed that has no function: timer_init() (sched/timer.h)");
#endif
    irq_hold();
    struct cpu *cpu = cpu_self();
    struct timers *timers = timers_of(cpu);
    spin_lock(&timers->lock);
    assert(!timer->cpu);
    debug_arms(timer, DEBUG_TIMER, __builtin_return_address(0));
    __atomic_store_n(&timer->cpu, cpu, __ATOMIC_RELEASE);
    insert(timers, timer, deadline_ns);
    note_first(cpu);
    bool first = timers->armed.next == &timer->link;
    spin_unlock(&timers->lock);
    if (first)
        alarm_set(alarm_self(), arch_clock_ns());
    irq_release();
}

void timer_repeat(struct timer *timer, uint64_t deadline_ns, uint64_t interval_ns)
{
    timer->interval_ns = interval_ns;
    timer_arm(timer, deadline_ns);
}

uint64_t timer_deadline(const struct timer *timer)
{
    if (!__atomic_load_n(&timer->cpu, __ATOMIC_ACQUIRE))
        return 0;
    return __atomic_load_n(&timer->deadline_ns, __ATOMIC_RELAXED);
}

/* timer.cpu stays set while the function runs, so that it does not look finished too early.  If the
 * timer repeats it would stay set: clearing the interval ends that. */
bool timer_cancel(struct timer *timer)
{
    struct cpu *cpu = __atomic_load_n(&timer->cpu, __ATOMIC_ACQUIRE);
    if (!cpu)
        return false;
    struct timers *timers = timers_of(cpu);
    spin_lock(&timers->lock);
    bool armed = timer->cpu && timers->running != timer;
    __atomic_store_n(&timer->interval_ns, 0, __ATOMIC_RELAXED);
    if (armed) {
        list_remove(&timer->link);
        note_first(cpu); /* an alarm already set for it finds nothing due */
        debug_disarms(timer);
        timer->cpu = NULL;
    }
#ifdef DEBUG
    if (!armed && timers == timers_of(cpu_self()) && timers->running == timer)
        panic("a timer is cancelled by its own function, and waits for that for ever "
              "(sched/timer.h)");
#endif
    spin_unlock(&timers->lock);
    while (!armed && __atomic_load_n(&timer->cpu, __ATOMIC_ACQUIRE))
        machine_pause();
    return armed;
}

/* Removes the first timer from the list if it is due; NULL if none is. */
static struct timer *pop_expired(struct cpu *cpu, uint64_t now_ns)
{
    struct timers *timers = timers_of(cpu);
    struct timer *timer = NULL;
    spin_lock(&timers->lock);
    if (!list_empty(&timers->armed)) {
        timer = list_entry(timers->armed.next, struct timer, link);
        if (timer->deadline_ns > now_ns)
            timer = NULL;
    }
    if (timer)
        list_remove(&timer->link);
    note_first(cpu);
    timers->running = timer;
    spin_unlock(&timers->lock);
    return timer;
}

/* Its function has returned: its owner may free it now. */
static void set_free(struct timer *timer)
{
    debug_disarms(timer);
    __atomic_store_n(&timer->cpu, NULL, __ATOMIC_RELEASE);
}

/* Arms a timer again whose function has returned, unless it was cancelled meanwhile; then it is
 * quiet for as long as since now_ns. */
static void rearm(struct cpu *cpu, struct timer *timer, uint64_t now_ns)
{
    struct timers *timers = timers_of(cpu);
    spin_lock(&timers->lock);
    timers->running = NULL;
    uint64_t interval_ns = timer->interval_ns, late_ns = now_ns - timer->deadline_ns;
    if (interval_ns > 0)
        insert(timers, timer, now_ns - late_ns % interval_ns + interval_ns);
    else
        set_free(timer);
    timers->quiet_until_ns = 2 * arch_clock_ns() - now_ns;
    note_first(cpu);
    spin_unlock(&timers->lock);
}

void timer_run_expired(uint64_t now_ns)
{
    struct timer *timer;
    while ((timer = pop_expired(cpu_self(), now_ns))) {
        timer->expired(timer);
        if (__atomic_load_n(&timer->interval_ns, __ATOMIC_RELAXED) > 0)
            rearm(cpu_self(), timer, now_ns);
        else
            set_free(timer);
    }
}
