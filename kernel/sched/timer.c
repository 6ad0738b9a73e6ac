/*
 * Timers wait on the CPU that armed them.  The contract is in sched/timer.h.
 *
 * A thousand processes may have one each, so they are in a pairing heap: none is earlier than its
 * parent, and the children of one are a list.  To arm one, or to find the earliest, takes one step;
 * to remove one takes logarithmic time, on the average of all that was done.
 *
 * Timers that repeat may take longer than their interval, when there are many: a hundred processes
 * with one of 0.1 ms.  Then they would always be due, and threads never run.  And many may be due
 * at once.  So no more functions are called when they have taken BUSY_NS, and then the CPU has as
 * long without any as these took; not longer than BUSY_NS, as a machine in QEMU may be stopped.
 *
 * Source: Fredman, Sedgewick, Sleator and Tarjan, The pairing heap: a new form of self-adjusting
 * heap, 1986.
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
    struct timer *first;     /* [lock] the heap */
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
    timers->first = NULL;
    timers->quiet_until_ns = 0;
}

/* ---- the heap; all under the lock of the CPU's timers ---- */

/* Two heaps as one: the later of their roots becomes the other's first child. */
static struct timer *join(struct timer *a, struct timer *b)
{
    if (!a || !b)
        return a ? a : b;
    struct timer *root = b->deadline_ns < a->deadline_ns ? b : a, *under = root == a ? b : a;
    under->next = root->child;
    under->link = &root->child;
    if (under->next)
        under->next->link = &under->next;
    root->child = under;
    return root;
}

/* All of a list as one: by pairs, and these from the last to the first. */
static struct timer *join_all(struct timer *list)
{
    struct timer *pairs = NULL, *all = NULL;
    while (list) {
        struct timer *a = list, *b = a->next;
        list = b ? b->next : NULL;
        struct timer *pair = join(a, b);
        pair->next = pairs;
        pairs = pair;
    }
    while (pairs) {
        struct timer *rest = pairs->next;
        all = join(all, pairs);
        pairs = rest;
    }
    return all;
}

static void set_first(struct timers *timers, struct timer *first)
{
    timers->first = first;
    if (first) {
        first->next = NULL;
        first->link = &timers->first;
    }
}

static void insert(struct timers *timers, struct timer *timer, uint64_t deadline_ns)
{
    __atomic_store_n(&timer->deadline_ns, deadline_ns, __ATOMIC_RELAXED);
    timer->child = NULL;
    set_first(timers, join(timers->first, timer));
}

static void remove(struct timers *timers, struct timer *timer)
{
    *timer->link = timer->next;
    if (timer->next)
        timer->next->link = timer->link;
    set_first(timers, join(timers->first, join_all(timer->child)));
}

/* ---- arming and cancelling ---- */

/* [lock of the CPU's timers] */
static void note_first(const struct cpu *cpu)
{
    const struct timers *timers = timers_of(cpu);
    uint64_t at_ns = ALARM_NEVER;
    if (timers->first)
        at_ns = timers->first->deadline_ns;
    if (at_ns < timers->quiet_until_ns)
        at_ns = timers->quiet_until_ns;
    __atomic_store_n(&cpu->alarm->timer_at_ns, at_ns, __ATOMIC_RELAXED);
}

void timer_init(struct timer *timer, void (*expired)(struct timer *timer))
{
    *timer = (struct timer){.expired = expired};
}

void timer_arm(struct timer *timer, uint64_t deadline_ns)
{
    debug_check(timer->expired,
                "a timer is armed that has no function: timer_init() (sched/timer.h)");
    irq_hold();
    struct cpu *cpu = cpu_self();
    struct timers *timers = timers_of(cpu);
    spin_lock(&timers->lock);
    assert(!timer->cpu);
    debug_arms(timer, DEBUG_TIMER, __builtin_return_address(0));
    __atomic_store_n(&timer->cpu, cpu, __ATOMIC_RELEASE);
    insert(timers, timer, deadline_ns);
    note_first(cpu);
    bool first = timers->first == timer;
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
        remove(timers, timer);
        note_first(cpu); /* an alarm already set for it finds nothing due */
        debug_disarms(timer);
        timer->cpu = NULL;
    }
    debug_check(armed || timers != timers_of(cpu_self()) || timers->running != timer,
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
    struct timers *timers = timers_of(cpu);
    spin_lock(&timers->lock);
    struct timer *timer = timers->first;
    if (timer && timer->deadline_ns > now_ns)
        timer = NULL;
    if (timer)
        remove(timers, timer);
    note_first(cpu);
    timers->running = timer;
    spin_unlock(&timers->lock);
    return timer;
}

/* A function that was due at now_ns has returned: its timer is armed again, or the owner may free
 * that. */
static void finish(struct cpu *cpu, struct timer *timer, uint64_t now_ns)
{
    struct timers *timers = timers_of(cpu);
    spin_lock(&timers->lock);
    timers->running = NULL;
    uint64_t interval_ns = timer->interval_ns, late_ns = now_ns - timer->deadline_ns;
    if (interval_ns > 0) {
        insert(timers, timer, now_ns - late_ns % interval_ns + interval_ns);
    } else {
        debug_disarms(timer);
        __atomic_store_n(&timer->cpu, NULL, __ATOMIC_RELEASE);
    }
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
