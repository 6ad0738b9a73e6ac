/*
 * The entries to the kernel while it is traced: each calls the usual function, and writes down when
 * it begins and ends.  A call or trap that ends its thread has no end.
 *
 * entry.S and return.S reach them through variables: traced_calls_limit, trap_handler and
 * return_work.  So an entry that is not traced executes no instruction more.
 */
#include "arch/arch.h"
#include "arch/callstack.h"
#include "arch/x86/layout.h"
#include "arch/x86/return.h"
#include "arch/x86/trap.h"
#include "core/cpu.h"
#include "core/spin.h"
#include "sched/alarm.h"
#include "sched/thread.h"
#include <abi/syscalls.h>

#define STACK_MAX 16

uint64_t traced_calls_limit = SYSCALL_COUNT; /* system calls from that number on: the slow path */

/* Before and after the system call of this frame, for entry.S; interrupts are on. */
void traced_call_begin(const struct trap_frame *frame);
void traced_call_end(uint64_t result);

void traced_call_begin(const struct trap_frame *frame)
{
    machine_irq_disable();
    trace_event(KTRACE_CALL, frame->rdi, (uint32_t)frame->rax);
    machine_irq_enable();
}

void traced_call_end(uint64_t result)
{
    machine_irq_disable();
    trace_event(KTRACE_CALL_END, result, 0);
    machine_irq_enable();
}

/* The tick's place, and in a program its callers.  Interrupts are off. */
static void trace_tick(const struct trap_frame *frame)
{
    bool user = frame->cs & 3;
    trace_event(KTRACE_TICK, frame->rip, user);
    if (!user || !current_thread()->profile)
        return;
    struct thread *thread = current_thread();
    struct user_place place = arch_frame_place(frame);
    struct spinlock *lock = &thread->profile->session[PROF_OWN].lock; /* as at a profiled tick */
    cpu_self()->irq_depth++; /* releasing the lock leaves interrupts off */
    spin_lock(lock);
    uint64_t pcs[STACK_MAX];
    bool cut;
    unsigned n = callstack_read(&place, thread->signal_restorer, pcs, STACK_MAX, &cut);
    spin_unlock(lock);
    cpu_self()->irq_depth--;
    for (unsigned i = 1; i < n; i++)
        trace_event(KTRACE_STACK, pcs[i], 0);
}

static void handle_trap(struct trap_frame *frame)
{
    enum ktrace_trap kind = frame->vector < 32              ? KTRACE_FAULT
                            : frame->vector == VECTOR_TIMER ? KTRACE_CLOCK
                            : frame->vector < VECTOR_TIMER  ? KTRACE_DEVICE
                                                            : KTRACE_OTHER_CPU;
    trace_event(KTRACE_TRAP, frame->rip, kind);
    const struct alarm *alarm = alarm_self();
    uint64_t period = alarm->tick_period;
    trap_handle(frame);
    bool irq_is_on = machine_irq_is_on(); /* a fault's handler turns them on */
    machine_irq_disable();
    if (kind == KTRACE_CLOCK && alarm->tick_period != period)
        trace_tick(frame);
    trace_event(KTRACE_TRAP_END, 0, kind);
    if (irq_is_on)
        machine_irq_enable();
}

static void do_return_work(struct thread *thread)
{
    machine_irq_disable();
    trace_event(KTRACE_TRAP, 0, KTRACE_RETURN);
    return_to_user_work(thread);
    machine_irq_disable();
    trace_event(KTRACE_TRAP_END, 0, KTRACE_RETURN);
    machine_irq_enable();
}

void arch_trace_entries(bool on)
{
    __atomic_store_n(&traced_calls_limit, on ? 0 : SYSCALL_COUNT, __ATOMIC_RELAXED);
    __atomic_store_n(&trap_handler, (uint64_t)(on ? handle_trap : trap_handle), __ATOMIC_RELAXED);
    __atomic_store_n(&return_work, (uint64_t)(on ? do_return_work : return_to_user_work),
                     __ATOMIC_RELAXED);
}
