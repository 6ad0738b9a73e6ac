/*
 * The scheduler: one run queue for all CPUs, on which processes take turns (sched/runq.c), a time
 * slice each (sched/clock.c).
 *
 * A CPU that finds nothing to run halts in its idle thread.  Making a thread ready looks for such a
 * CPU and interrupts it; a busy one looks at the queue at the end of its slice, or when its thread
 * sleeps.
 *
 * The kernel is not preempted: a thread in it runs until it sleeps or goes back to user mode.
 *
 * Left out: priorities and a queue for each CPU.  The plain queue is fair, and up to 8 CPUs hardly
 * wait for its lock: doc/locks.md, "One run queue", has what was counted.
 */
#include "sched/sched.h"
#include "arch/arch.h"
#include "core/cpu.h"
#include "core/irq.h"
#include "core/panic.h"
#include "core/print.h"
#include "debug/locks.h"
#include "sched/alarm.h"
#include "sched/clock.h"
#include "sched/runq.h"
#include "sched/thread.h"
#include "sched/timer.h"
#include "trace/trace.h"
#include <abi/errno.h>

struct spinlock sched_lock = SPINLOCK_INIT("scheduler");

/* Ended, and not yet freed because a CPU was still on its stack.  [sched_lock], which is held from
 * the switch away from the thread until the next thread has freed it. */
static struct thread *dead;

/* halting is set under sched_lock and cleared by any CPU; the CPU itself clears it without the
 * lock, as a wake-up that comes after it has woken does no harm. */
static struct idle {
    struct thread thread;           /* runs when no other thread can */
    bool halting;                   /* it halts, or is about to: wake it with an interrupt */
} CPU_ALIGNED idle_table[CPUS_MAX]; /* by cpu.id */

/* Sends one idle CPU to the run queue, when this one's last hold ends (irq_wake).  [sched_lock] */
static void wake_idle_cpu(void)
{
    for (uint32_t id = 0; id < cpu_count; id++) {
        if (!idle_table[id].halting)
            continue;
        idle_table[id].halting = false;
        if (id != cpu_self()->id)
            irq_wake(&cpu_table[id]);
        return;
    }
}

/* [sched_lock] The thread has waited since since_ns.  Counts that time, except where another thread
 * of its process ran or was counted as waiting: no moment counts twice. */
static void count_wait(struct thread *thread, uint64_t now_ns, uint64_t *wait_ns)
{
    uint64_t *waited_to = &thread->profile->waited_to;
    uint64_t from = *waited_to > thread->since_ns ? *waited_to : thread->since_ns;
    if (now_ns > from)
        *wait_ns += now_ns - from;
    *waited_to = now_ns;
}

/* [sched_lock] What no signal interrupts is a sleep for the disk, or a mutex. */
static void make_ready(struct thread *thread)
{
    uint64_t now_ns = clock_now_ns();
    if (thread->profile && thread->state == THREAD_SLEEPING && !thread->interruptible)
        count_wait(thread, now_ns, &thread->profile->waits.disk_ns);
    thread->since_ns = now_ns;
    if (trace_is_on())
        trace_wake(thread);
    thread->state = THREAD_READY;
    runq_push_woken(thread);
    wake_idle_cpu();
}

/* [sched_lock] The thread has run since since_ns. */
static void charge_share(struct thread *thread, uint64_t now_ns)
{
    thread->share->used_to_ns += now_ns - thread->since_ns;
    thread->since_ns = now_ns;
}

void sched_merge(const struct share *from)
{
    spin_lock(&sched_lock);
    runq_merge(from, current_thread()->share);
    spin_unlock(&sched_lock);
}

void sched_start(struct thread *thread)
{
    struct thread *self = current_thread();
    assert(thread->state == THREAD_NEW);
    spin_lock(&sched_lock);
    list_push_back(&thread_list, &thread->all_link);
    if (thread->process && thread->share != self->share) {
        charge_share(self, clock_now_ns());
        runq_split(self->share, thread->share);
    }
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

void sched_notify(struct thread *thread, uint32_t work)
{
    __atomic_or_fetch(&thread->work, work, __ATOMIC_SEQ_CST);
    spin_lock(&sched_lock);
    if (thread->state == THREAD_SLEEPING && thread->interruptible &&
        (work & (WORK_SIGNAL | WORK_EXIT)))
        sched_wake(thread, -EINTR);
    else if (thread->state == THREAD_RUNNING && thread->cpu != cpu_self())
        irq_wake(thread->cpu);
    spin_unlock(&sched_lock);
}

/* ---- switching ---- */

/* After a switch, on the stack of the thread switched to.  [sched_lock] */
static void free_dead(void)
{
    if (!dead)
        return;
    thread_destroy(dead);
    dead = NULL;
}

/* [sched_lock] */
static void count_switch(struct thread *from, struct thread *to, uint64_t now_ns)
{
    if (to->profile)
        count_wait(to, now_ns, &to->profile->waits.ready_ns);
    if (from->profile) {
        from->profile->waited_to = now_ns;
        charge_share(from, now_ns);
    }
    from->since_ns = to->since_ns = now_ns;
}

/* With DEBUG=1 panics if nobody could find the thread any more. */
static void check_waits(const struct thread *from, const struct thread *idle)
{
    bool waits = from->state == THREAD_READY || from->state == THREAD_SLEEPING;
    debug_check(from == idle || from->state == THREAD_DEAD || (waits && !list_empty(&from->link)),
                "a thread gives up its CPU and %s: it would never run again (sched/sched.h)",
                waits ? "is on no queue" : "its state says that it runs");
}

void sched_switch(void)
{
    assert(spin_held(&sched_lock));
    struct cpu *cpu = cpu_self();
    if ((cpu->irq_depth & IRQ_HOLDS) != 1) {
        debug_print_holds();
        panic(
            "a thread sleeps, yields or ends with a spin lock held, or interrupts off, or one that "
            "ran here has kept some (core/spin.h)");
    }
    struct thread *idle = &idle_table[cpu->id].thread;
    struct thread *from = cpu->current;
    struct thread *to = runq_pop();
    if (!to)
        to = idle;

    to->state = THREAD_RUNNING;
    to->cpu = cpu;
    if (to == from)
        return;
    check_waits(from, idle);
    count_switch(from, to, clock_switch(to, idle));
    if (trace_is_on())
        trace_switch(from, to);
    cpu->current = to;
    if (from->state == THREAD_DEAD)
        dead = from;
    arch_switch(from, to);
    free_dead();
}

_Noreturn void sched_end(struct spinlock *lock)
{
    spin_lock(&sched_lock);
    if (lock)
        spin_unlock(lock);
    current_thread()->state = THREAD_DEAD;
    sched_switch();
    panic("a thread that had ended was run");
}

/* The first switch to a thread arrives here: finishes the switch, as sched_switch() and its caller
 * do after the others. */
_Noreturn void sched_begin(void (*entry)(void *arg), void *arg)
{
    free_dead();
    spin_unlock(&sched_lock);
    entry(arg);
    debug_thread_leaves(current_thread(), "ends");
    sched_end(NULL);
}

void sched_yield(void)
{
    spin_lock(&sched_lock);
    struct thread *self = current_thread();
    __atomic_and_fetch(&self->work, ~WORK_RESCHED, __ATOMIC_RELAXED);
    if (!runq_is_empty()) {
        self->state = THREAD_READY;
        runq_push(self);
        sched_switch();
    }
    spin_unlock(&sched_lock);
}

void sched_yield_if_due(void)
{
    if (__atomic_load_n(&current_thread()->work, __ATOMIC_RELAXED) & WORK_RESCHED)
        sched_yield();
}

/* ---- the idle threads ---- */

void sched_init_cpu(void)
{
    struct cpu *cpu = cpu_self();
    struct thread *idle = &idle_table[cpu->id].thread;
    print_into(idle->name, sizeof(idle->name), "idle %u", cpu->id);
    idle->state = THREAD_RUNNING;
    idle->cpu = cpu;
    cpu->current = idle;
    alarm_init_cpu();
    timer_init_cpu();
}

_Noreturn void sched_idle(void)
{
    struct idle *self = &idle_table[cpu_self()->id];
    irq_release(); /* the boot is done */
    for (;;) {
        spin_lock(&sched_lock);
        self->halting = runq_is_empty();
        if (!self->halting) {
            sched_switch();
            spin_unlock(&sched_lock);
            continue;
        }
        irq_hold(); /* no wake-up may come between unlocking and halting */
        spin_unlock(&sched_lock);
        machine_halt();
        self->halting = false;
        irq_release();
    }
}
