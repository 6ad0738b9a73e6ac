/*
 * What is done before a thread goes back to user mode: all of it, and only here.
 *
 * Every path from the kernel to a program, whether out of a system call, a page fault or an
 * interrupt, and a program's very first step too, passes through return_to_user_work() when
 * thread.work is not 0.  Others only set bits there (sched_notify), from any CPU and from
 * interrupts; the thread itself does the work, with interrupts on, no lock held, and a kernel stack
 * with nothing on it that would have to be unwound.  So the work may sleep, take page faults, or
 * never come back, and no code anywhere else needs to be ready for that.
 *
 * Order matters once: ticks are binned before a signal changes where the thread goes.  The counts
 * would be right without that, as a tick carries its own pc, but it bounds how many different pcs a
 * thread can owe (prof/prof.h).
 *
 * A bit set after the return path's look comes with an interrupt: that sends the path back to its
 * beginning (arch/x86/return.S) or, in its last instructions, is taken in user mode at once and
 * leads back here.
 */
#include "arch/arch.h"
#include "proc/exit.h"
#include "proc/signal.h"
#include "prof/prof.h"
#include "sched/sched.h"
#include "sched/thread.h"

/* Each takes its own bit off before it begins: what comes meanwhile is done next time.  Not
 * inlined: the usual case below needs none of its registers. */
__attribute__((noinline)) static void do_work(struct thread *thread, uint32_t work)
{
    if (work & WORK_EXIT)
        exit_thread();
    if (work & WORK_PROF)
        prof_flush(thread);
    if (work & WORK_SIGNAL)
        signal_deliver(thread);
    if (work & WORK_RESCHED)
        sched_yield();
}

void return_to_user_work(struct thread *thread)
{
    uint32_t work = __atomic_load_n(&thread->work, __ATOMIC_ACQUIRE);
    machine_irq_enable();
    if (work == WORK_PROF)
        prof_flush(thread); /* most often there are ticks alone */
    else
        do_work(thread, work);
}
