/*
 * Timers wait on the CPU that armed them.  The contract is in sched/timer.h.
 *
 * The timers of a CPU are a list in the order of their deadlines.
 *
 * Timers that repeat may take longer than their interval, when there are many: a hundred processes
 * with one of 0.1 ms.  Then they would always be due, and threads never run.  And many may be due
 * at once.  So no more functions are called when they have taken BUSY_NS, and then the CPU has as
 * long without any as these took; not longer than BUSY_NS, as a machine in QEMU may be stopped.
 */
#include "sched/timer.h"
#include "arch/arch.h"
#include "core/cpu.h"
#include "core/irq.h"
#include "core/panic.h"
#include "core/spin.h"
#include "debug/locks.h"
#include "sched/alarm.h"

#define BUSY_NS 500000

static struct timers {
    struct spinlock lock;
    struct list armed;       /* [lock] the earliest first */
    struct timer *running;   /* [lock] whose function is being called */
    uint64_t quiet_until_ns; /* [lock] */
} CPU_ALIGNED timers_table[CPUS_MAX];

void timer_init_cpu(void)
{
    struct timers *timers = &timers_table[cpu_self()->id];
    spin_init(&timers->lock, "timers");
    list_init(&timers->armed);
    timers->quiet_until_ns = 0;
}

/* ---- arming and cancelling ---- */

/* The functions here are called under the lock of the CPU's timers. */

static struct timer *first_of(struct timers *timers)
{
    struct list *link = timers->armed.next;
    return link == &timers->armed ? NULL : list_entry(link, struct timer, link);
}

/* Most new deadlines are later than those before, so this looks for the place from the end. */
static void insert(struct timers *timers, struct timer *timer, uint64_t deadline_ns)
{
    __atomic_store_n(&timer->deadline_ns, deadline_ns, __ATOMIC_RELAXED);
    struct list *after = timers->armed.prev;
    while (after != &timers->armed &&
           list_entry(after, struct timer, link)->deadline_ns > deadline_ns)
        after = after->prev;
    list_insert_before(after->next, &timer->link);
}

static void note_first(const struct cpu *cpu)
{
    struct timers *timers = &timers_table[cpu->id];
    struct timer *first = first_of(timers);
    uint64_t at_ns = first ? first->deadline_ns : ALARM_NEVER;
    if (at_ns < timers->quiet_until_ns)
        at_ns = timers->quiet_until_ns;
    __atomic_store_n(&cpu->alarm->timer_at_ns, at_ns, __ATOMIC_RELAXED);
}

void timer_init(struct timer *timer, void (*expired)(struct timer *timer))
{
    *timer = (struct timer){.expired = expired};
}

void timer_arm(struct timer *timer, uint64_t deadline_ns, uint64_t interval_ns)
{
    debug_check(timer->expired,
                "a timer is armed that has no function: timer_init() (sched/timer.h)");
    irq_hold();
    struct cpu *cpu = cpu_self();
    struct timers *timers = &timers_table[cpu->id];
    spin_lock(&timers->lock);
    assert(!timer->cpu);
    timer->interval_ns = interval_ns;
    __atomic_store_n(&timer->cpu, cpu, __ATOMIC_RELEASE);
    insert(timers, timer, deadline_ns);
    note_first(cpu);
    bool first = first_of(timers) == timer;
    spin_unlock(&timers->lock);
    if (first)
        alarm_set(alarm_self(), arch_clock_ns());
    irq_release();
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
    struct timers *timers = &timers_table[cpu->id];
    spin_lock(&timers->lock);
    bool armed = timer->cpu && timers->running != timer;
    __atomic_store_n(&timer->interval_ns, 0, __ATOMIC_RELAXED);
    if (armed) {
        list_remove(&timer->link);
        note_first(cpu); /* an alarm already set for it finds nothing due */
        timer->cpu = NULL;
    }
    debug_check(armed || timers != &timers_table[cpu_self()->id] || timers->running != timer,
                "a timer is cancelled by its own function, and waits for that for ever "
                "(sched/timer.h)");
    spin_unlock(&timers->lock);
    while (!armed && __atomic_load_n(&timer->cpu, __ATOMIC_ACQUIRE))
        machine_pause();
    return armed;
}

/* ---- calling ---- */

/* Removes the first timer if it is due; NULL if none is. */
static struct timer *pop_expired(struct cpu *cpu, uint64_t now_ns)
{
    struct timers *timers = &timers_table[cpu->id];
    spin_lock(&timers->lock);
    struct timer *timer = first_of(timers);
    if (timer && timer->deadline_ns > now_ns)
        timer = NULL;
    if (timer)
        list_remove(&timer->link);
    note_first(cpu);
    timers->running = timer;
    spin_unlock(&timers->lock);
    return timer;
}

/* A function that was due at now_ns has returned: its timer is armed again, or the owner may free
 * that. */
static void finish(struct cpu *cpu, struct timer *timer, uint64_t now_ns)
{
    struct timers *timers = &timers_table[cpu->id];
    spin_lock(&timers->lock);
    timers->running = NULL;
    uint64_t interval_ns = timer->interval_ns, late_ns = now_ns - timer->deadline_ns;
    if (interval_ns > 0)
        insert(timers, timer, now_ns - late_ns % interval_ns + interval_ns);
    else
        __atomic_store_n(&timer->cpu, NULL, __ATOMIC_RELEASE);
    uint64_t end_ns = arch_clock_ns(), took_ns = end_ns - now_ns;
    timers->quiet_until_ns = end_ns + (took_ns < BUSY_NS ? took_ns : BUSY_NS);
    note_first(cpu);
    spin_unlock(&timers->lock);
}

void timer_run_expired(uint64_t now_ns)
{
    struct cpu *cpu = cpu_self();
    struct timer *timer;
    do {
        timer = pop_expired(cpu, now_ns);
        if (timer) {
            timer->expired(timer);
            finish(cpu, timer, now_ns);
        }
    } while (timer && arch_clock_ns() - now_ns < BUSY_NS);
}
