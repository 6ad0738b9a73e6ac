/* Timers stand in a list on the CPU that armed them, earliest first: few are armed at a time.  The
 * contract is in sched/timer.h. */
#include "sched/timer.h"
#include "core/cpu.h"
#include "core/irq.h"
#include "core/panic.h"
#include "sched/clock.h"

/* [cpu->timer_lock] */
static void note_first_timer(struct cpu *cpu)
{
    uint64_t at_ns = UINT64_MAX;
    if (!list_empty(&cpu->timers))
        at_ns = list_entry(cpu->timers.next, struct timer, link)->deadline_ns;
    __atomic_store_n(&cpu->timer_at_ns, at_ns, __ATOMIC_RELAXED);
}

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
    note_first_timer(cpu);
    bool first = cpu->timers.next == &timer->link;
    spin_unlock(&cpu->timer_lock);
    if (first)
        clock_set_alarm();
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
        note_first_timer(cpu); /* an alarm set for it comes for nothing */
        timer->cpu = NULL;
    }
    spin_unlock(&cpu->timer_lock);
    while (!armed && __atomic_load_n(&timer->cpu, __ATOMIC_ACQUIRE))
        machine_pause();
    return armed;
}

/* The first timer that is due, off the list, or NULL. */
static struct timer *take_expired(struct cpu *cpu, uint64_t now_ns)
{
    struct timer *timer = NULL;
    spin_lock(&cpu->timer_lock);
    if (!list_empty(&cpu->timers)) {
        timer = list_entry(cpu->timers.next, struct timer, link);
        if (timer->deadline_ns > now_ns)
            timer = NULL;
    }
    if (timer)
        list_remove(&timer->link);
    note_first_timer(cpu);
    cpu->timer_running = timer;
    spin_unlock(&cpu->timer_lock);
    return timer;
}

void timer_run_expired(struct cpu *cpu, uint64_t now_ns)
{
    struct timer *timer;
    while ((timer = take_expired(cpu, now_ns))) {
        timer->expired(timer);
        __atomic_store_n(&timer->cpu, NULL, __ATOMIC_RELEASE); /* its owner may free it now */
    }
}
