/*
 * exit: how threads and processes end.
 *
 * A thread always ends itself: if another thread ended it in the middle of the kernel, the locks
 * and references that it holds would be lost.  The end of a process sets its flag `exiting` and
 * WORK_EXIT for all its threads, and each calls exit_thread() on its way back to user mode, when
 * its system call is over.  All but the last only leave the list.  The last one has the process to
 * itself: it releases the files and the directory, has the profiles written that somebody has asked
 * for (process_recorder), and releases the address space.  Then, in one step under
 * process_tree_lock, its children become children of process 1, the process becomes a zombie, and
 * the parent is notified.
 *
 * A thread that has left the list must not run on the space's page tables, which the last thread
 * frees: it changes to the kernel's own before it leaves.
 *
 * Ticks: the pending ticks of the thread are counted before it leaves, with interrupts off from
 * then to its last switch: so whoever has joined the thread finds the profile complete.  A tick
 * that comes due in between can have no counter any more, as the space is left: it is counted as
 * missed (thread.left).  The process is there until then, although the thread is not on its list:
 * the thread releases the process's lock only with sched_lock held, which process_destroy() takes.
 * The last thread's ticks after its record are counted by times(2) alone, for the parent.
 *
 * Joining (clear_on_exit): the thread's last act in its space is to store 0 in the word that its
 * joiners sleep on and to wake them.  As with the ticks, the store must be made at the same moment,
 * under the process's lock, where no page fault can be handled.  For example, a thread of a forked
 * process ends, and the page of its word is still shared with the parent:
 *
 *     settle            touch_word: a page fault as by a write copies the page; it is writable
 *     (other thread)    forks: the page is shared again, and read-only
 *     settle            locks the process; clear_word: the store fails; unlocks
 *     settle            touch_word: copies the page again
 *     settle            locks the process; clear_word: stores 0, wakes the joiners
 */
#include "proc/exit.h"
#include "arch/arch.h"
#include "arch/usercopy.h"
#include "core/print.h"
#include "debug/locks.h"
#include "fs/fs.h"
#include "fs/inode.h"
#include "proc/futex.h"
#include "proc/job.h"
#include "proc/oom.h"
#include "proc/process.h"
#include "proc/signal.h"
#include "prof/kernel.h"
#include "sched/sched.h"
#include "trace/trace.h"
#include "vm/space.h"
#include <abi/errno.h>
#include <abi/wait.h>

/* ---- the end of a thread ---- */

/* Stores the 0 that joiners wait for and wakes them; false if the page is not writable now.  A spin
 * lock is held. */
static bool clear_word(struct thread *thread, struct futex futex)
{
    static const int zero;
    if (!thread->clear_on_exit)
        return true;
    if (try_copy_to_user(thread->clear_on_exit, &zero, sizeof(zero)))
        return false;
    futex_wake(futex, INT32_MAX);
    return true;
}

/* Makes the word's page writable, as a page fault on a write to it would.  With memory out it may
 * take more than one call.  Nobody can be waiting on an address that is not permitted.  Returns
 * where the joiners wait. */
static struct futex touch_word(struct thread *thread)
{
    uint64_t word = (uint64_t)thread->clear_on_exit;
    if (word && oom_fault(word, SPACE_WRITE, true))
        thread->clear_on_exit = NULL;
    return word ? futex_at(thread->space, word) : (struct futex){0};
}

/* Returns with process.lock held, no ticks pending, and the joiners woken. */
static void settle(struct thread *thread)
{
    struct process *process = thread->process;
    for (;;) {
        struct futex joiners = touch_word(thread);
        prof_flush(thread);
        spin_lock(&process->lock);
        if (prof_is_flushed(thread) && (process->exiting || clear_word(thread, joiners)))
            return;
        spin_unlock(&process->lock);
    }
}

/* The calling thread is not its process's last.  [process->lock] */
static _Noreturn void leave_process(struct thread *thread)
{
    struct process *process = thread->process;
    thread->space = NULL;
    arch_space_load();
    thread->left = thread->profile;
    process_remove_thread(thread);
    signal_route(process);
    waitq_wake_all(&process->thread_ended);
    sched_end(&process->lock);
}

/* ---- the end of a process ---- */

#define REPARENT_MOST 64 /* children in one hold of the lock, with interrupts off */

/* Under process_tree_lock, which it releases now and then.  The process gets no more children.  A
 * child may end in between and become a zombie, so the caller hands over the zombies last. */
static void reparent(struct list *children, struct list *to)
{
    for (unsigned n = 1; !list_empty(children); n++) {
        struct process *child = list_entry(children->next, struct process, sibling);
        list_remove(&child->sibling);
        child->parent = process_first;
        list_push_back(to, &child->sibling);
        if (child->zombie)
            signal_parent(child, child->exit_status);
        else
            job_orphan(child);
        if (n % REPARENT_MOST == 0) {
            spin_unlock(&process_tree_lock);
            spin_lock(&process_tree_lock);
        }
    }
}

static _Noreturn void init_ended(struct process *process)
{
    oom_change_space(NULL);
    int status = process->exit_status;
    int machine_status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    print("tally: process 1 ended with status %d: nothing is left to run\n", machine_status);
    fs_unmount();
    arch_poweroff(machine_status);
}

static _Noreturn void end_process(struct process *process)
{
    struct thread *thread = current_thread();
    timer_cancel(&process->real_timer);
    file_table_close_all(&process->files);
    inode_put(process->cwd);
    prof_kernel_exit(&process->prof);
    trace_exit(&process->prof);
    process_recorder->leave(process, PROF_END_EXIT);
    if (process == process_first)
        init_ended(process);
    oom_change_space(NULL);
    debug_thread_leaves(thread, "ends");

    spin_lock(&process_tree_lock);
    reparent(&process->children, &process_first->children);
    reparent(&process->zombies, &process_first->zombies);
    spin_lock(&process->lock);
    process_remove_thread(thread);
    spin_unlock(&process->lock);
    process->zombie = true;
    list_remove(&process->sibling);
    list_push_back(&process->parent->zombies, &process->sibling);
    if (signal_parent(process, process->exit_status)) {
        thread->profile = &process->prof; /* times(2) counts its ticks to the last switch */
        sched_end(&process_tree_lock);
    }
    process_remove(process);
    spin_unlock(&process_tree_lock);
    process_destroy(process);
    sched_end(NULL);
}

/* ---- the calls ---- */

_Noreturn void exit_thread(void)
{
    struct thread *thread = current_thread();
    struct process *process = thread->process;
    debug_thread_leaves(thread, "ends");
    settle(thread);
    if (process->nthreads > 1)
        leave_process(thread);
    process->exiting = true; /* unless it was already, exit_status is 0 */
    spin_unlock(&process->lock);
    end_process(process);
}

int exit_process(int status)
{
    struct process *process = current_process();
    spin_lock(&process->lock);
    bool due = signal_is_due();
    if (!due) {
        process->exiting = true;
        process->exit_status = status;
        process_notify_others(process, WORK_EXIT);
    }
    spin_unlock(&process->lock);
    if (due)
        return signal_interrupted(RESTART_ALWAYS);
    exit_thread();
}

int exit_other_threads(void)
{
    struct process *process = current_process();
    spin_lock(&process->lock);
    bool first = !process->exiting && !process->exec_waits;
    if (first) {
        process->exec_waits = true;
        process_notify_others(process, WORK_EXIT);
        while (process->nthreads > 1)
            waitq_sleep(&process->thread_ended, &process->lock);
        process->exec_waits = false;
        first = !process->exiting; /* another thread may have called exit */
    }
    spin_unlock(&process->lock);
    return first ? 0 : -EINTR;
}
