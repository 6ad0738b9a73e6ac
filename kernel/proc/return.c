/*
 * The work that a thread does before it returns to user mode.
 *
 * Every path from the kernel to a program, whether out of a system call, a page fault or an
 * interrupt, and a program's very first step too, passes through return_to_user_work() when
 * thread.work is not 0.  Others only set bits there (sched_notify), from any CPU and from
 * interrupts; the thread itself does the work, with interrupts on, no lock held, and nothing on its
 * kernel stack that must be cleaned up.  So the work may sleep, take page faults, or end the
 * thread, and no other code has to be prepared for that.
 *
 * The order matters once: ticks are counted before a signal changes the thread's pc.  The counts
 * would be right in any order, as a tick carries its own pc; but this one limits how many different
 * pcs the pending ticks of a thread can have (prof/prof.h).
 *
 * Another CPU may set a bit after the return path has read thread.work.  Then it sends an interrupt
 * as soon as it holds no lock.  That interrupt sends the path back to its beginning
 * (arch/x86/return.S).  If it comes in the last instructions of the path, or later, it is taken in
 * user mode and leads back here.
 */
#include "arch/arch.h"
#include "proc/exit.h"
#include "proc/itimer.h"
#include "proc/signal.h"
#include "prof/prof.h"
#include "sched/sched.h"
#include "sched/thread.h"

/* Each function clears its bit first, so work that arrives during it is done the next time. */
void return_to_user_work(struct thread *thread)
{
    uint32_t work = __atomic_load_n(&thread->work, __ATOMIC_ACQUIRE);
    machine_irq_enable();
    if (work & WORK_EXIT)
        exit_thread();
    if (work & WORK_PROF)
        prof_flush(thread);
    if (work & WORK_ITIMER)
        itimer_check(thread); /* it may set WORK_SIGNAL again */
    if (work & WORK_SIGNAL)
        signal_deliver(thread);
    if (work & WORK_RESCHED)
        sched_yield();
}
