/* Stopping a process; the rules are in proc/stop.h. */
#include "proc/stop.h"
#include "core/panic.h"
#include "proc/process.h"
#include "proc/signal.h"
#include <abi/wait.h>

void stop_discard(struct process *process, sigset_t set)
{
    assert(spin_held(&process->lock));
    process->pending &= ~set;
    LIST_FOREACH (thread, &process->threads, struct thread, process_link)
        thread->pending &= ~set;
}

void stop_signal(struct process *process, int sig)
{
    assert(spin_held(&process->lock));
    if (STOP_SIGNALS & signal_bit(sig))
        stop_discard(process, signal_bit(SIGCONT));
    if (sig == SIGCONT)
        stop_discard(process, STOP_SIGNALS);
    if (!process->stopped || (sig != SIGCONT && sig != SIGKILL))
        return;
    process->stopped = false;
    process->stop_untold = W_CONTINUED;
    __atomic_store_n(&process->stop_status, W_CONTINUED, __ATOMIC_RELAXED);
    waitq_wake_all(&process->continued);
}

/* Whether its parent can let its group go on; init does not.  process_tree_lock is held. */
static bool has_outside_parent(const struct process *process)
{
    const struct process *parent = process->parent;
    return parent && parent != process_first && parent->sid == process->sid &&
           parent->pgid != process->pgid && !__atomic_load_n(&parent->exiting, __ATOMIC_RELAXED);
}

/* process_tree_lock is held. */
bool stop_is_orphaned(pid_t pgid)
{
    LIST_FOREACH (process, process_group_list(pgid), struct process, group_link)
        if (process->pgid == pgid && !process->zombie && has_outside_parent(process))
            return false;
    return true;
}

/* The signal has stayed pending until here, so that a SIGCONT that came first has removed it. */
void stop_take(int sig)
{
    struct thread *thread = current_thread();
    struct process *process = thread->process;
    spin_lock(&process_tree_lock);
    bool stops = sig == SIGSTOP || !stop_is_orphaned(process->pgid);
    spin_lock(&process->lock);
    stops = stops && (process->pending | thread->pending) & signal_bit(sig) && !process->exiting &&
            !(process->pending & signal_bit(SIGKILL));
    stop_discard(process, signal_bit(sig));
    if (stops) {
        process->stopped = true;
        process->stop_untold = W_STOPPED(sig);
        __atomic_store_n(&process->stop_status, W_STOPPED(sig), __ATOMIC_RELAXED);
        process_notify_others(process, WORK_SIGNAL);
    }
    spin_unlock(&process->lock);
    spin_unlock(&process_tree_lock);
}

int stop_wait(void)
{
    struct thread *thread = current_thread();
    struct process *process = thread->process;
    spin_lock(&process->lock);
    while (process->stopped && !process->stop_untold &&
           !(__atomic_load_n(&thread->work, __ATOMIC_RELAXED) & WORK_EXIT)) {
        /* Signals sent meanwhile stay pending; while the bit is set no sleep begins. */
        __atomic_fetch_and(&thread->work, ~WORK_SIGNAL, __ATOMIC_RELAXED);
        waitq_sleep_until(&process->continued, &process->lock, WAITQ_FOREVER);
    }
    int untold = process->stop_untold;
    process->stop_untold = 0;
    spin_unlock(&process->lock);
    return untold;
}
