/*
 * The scheduler: one run queue for all CPUs, first come first served, a tick's time each.
 *
 * A CPU that finds nothing to run halts in its idle thread.  Making a thread ready looks for such a
 * CPU and interrupts it; a busy CPU comes by at its next tick or when its thread sleeps.
 *
 * The kernel is not preempted: a thread in it runs until it sleeps or goes back to user mode.
 *
 * Left out: priorities and a queue for each CPU.  With up to 8 CPUs and one lock held for some
 * dozen instructions, the plain queue is fair and nobody waits long for it.
 */
#include "sched/sched.h"
#include "arch/arch.h"
#include "core/cpu.h"
#include "core/irq.h"
#include "core/panic.h"
#include "core/print.h"
#include "sched/clock.h"
#include "sched/thread.h"

struct spinlock sched_lock = SPINLOCK_INIT("scheduler");
static struct list run_queue = LIST_INIT(run_queue); /* [sched_lock] */
static struct thread idle_threads[CPUS_MAX];

bool sched_others_ready(void)
{
    return !list_empty(&run_queue);
}

/* Sends one idle CPU to the run queue.  [sched_lock] */
static void wake_idle_cpu(void)
{
    for (uint32_t id = 0; id < cpu_count; id++) {
        struct cpu *cpu = &cpu_table[id];
        if (!cpu->idling)
            continue;
        cpu->idling = false;
        if (cpu != cpu_self())
            arch_wake_cpu(cpu);
        return;
    }
}

/* [sched_lock] */
static void make_ready(struct thread *thread)
{
    thread->state = THREAD_READY;
    list_push_back(&run_queue, &thread->link);
    wake_idle_cpu();
}

void sched_start(struct thread *thread)
{
    spin_lock(&sched_lock);
    make_ready(thread);
    spin_unlock(&sched_lock);
}

void sched_wake(struct thread *thread, int result)
{
    assert(spin_held(&sched_lock) && thread->state == THREAD_SLEEPING);
    list_remove(&thread->link);
    thread->wake_result = result;
    make_ready(thread);
}

/* After a switch, in the thread switched to: frees the one before it, if that has ended. */
static void bury_dead(void)
{
    struct cpu *cpu = cpu_self();
    struct thread *dead = cpu->dead;
    if (!dead)
        return;
    cpu->dead = NULL;
    thread_free(dead);
}

void sched_switch(void)
{
    assert(spin_held(&sched_lock));
    struct cpu *cpu = cpu_self();
    assert(cpu->irq_depth == 1);
    struct thread *from = cpu->current;
    struct list *first = list_pop_front(&run_queue);
    struct thread *to = first ? list_entry(first, struct thread, link) : cpu->idle;

    to->state = THREAD_RUNNING;
    to->cpu = cpu;
    if (to == from)
        return;
    clock_switch(cpu, to);
    cpu->current = to;
    if (from->state == THREAD_DEAD)
        cpu->dead = from;
    arch_switch(from, to);
    bury_dead();
}

void sched_thread_begins(void)
{
    bury_dead();
    spin_unlock(&sched_lock);
}

void sched_yield(void)
{
    spin_lock(&sched_lock);
    struct thread *self = current_thread();
    __atomic_and_fetch(&self->work, ~WORK_RESCHED, __ATOMIC_RELAXED);
    if (!list_empty(&run_queue)) {
        self->state = THREAD_READY;
        list_push_back(&run_queue, &self->link);
        sched_switch();
    }
    spin_unlock(&sched_lock);
}

/* ---- the idle threads ---- */

void sched_init_cpu(void)
{
    struct cpu *cpu = cpu_self();
    struct thread *idle = &idle_threads[cpu->id];
    print_into(idle->name, sizeof(idle->name), "idle %u", cpu->id);
    list_init(&idle->link);
    idle->state = THREAD_RUNNING;
    idle->cpu = cpu;
    cpu->idle = cpu->current = idle;
    clock_init_cpu(cpu);
}

_Noreturn void sched_idle(void)
{
    struct cpu *cpu = cpu_self();
    irq_release(); /* the boot is done */
    for (;;) {
        spin_lock(&sched_lock);
        cpu->idling = list_empty(&run_queue);
        if (!cpu->idling) {
            sched_switch();
            spin_unlock(&sched_lock);
            continue;
        }
        irq_hold(); /* no wake-up may come between unlocking and halting */
        spin_unlock(&sched_lock);
        machine_halt();
        cpu->idling = false;
        irq_release();
    }
}
