/*
 * exit: how threads and processes end.
 *
 * Threads leave one by one, each of its own accord: no thread is ever torn out of the kernel, where
 * it may hold locks.  A process is told to end by its flag `exiting` and WORK_EXIT for all its
 * threads; each gets to exit_thread() on its way back to user mode, after its call has come to
 * an end.  All but the last just go off the list.  The last one has everything to itself: it gives
 * back the files, the directory and the address space, and then, in one step under
 * process_tree_lock, hands the children to process 1, becomes a zombie and tells the parent.
 *
 * A thread that goes must run on page tables that stay: it moves to the kernel's own before it is
 * off the list, and the space is destroyed by the last one, after its own move.
 *
 * Ticks: thread.process is cleared in the same moment, so no tick is charged to a process that may
 * be freed.  What a leaving thread owes to the profile is settled with interrupts off at the end,
 * in that moment too; so whoever has joined it finds the profile complete.
 *
 * Left out: process groups without a parent outside (POSIX's orphaned groups).
 */
#include "proc/exit.h"
#include "arch/arch.h"
#include "arch/usercopy.h"
#include "core/print.h"
#include "fs/fs.h"
#include "fs/inode.h"
#include "mm/page.h"
#include "proc/futex.h"
#include "proc/process.h"
#include "proc/signal.h"
#include "sched/sched.h"
#include "vm/space.h"
#include <abi/errno.h>
#include <abi/wait.h>

_Noreturn void exit_process(int status)
{
    process_begin_exit(status);
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
        first = !process->exiting; /* one of them may have called exit meanwhile */
    }
    spin_unlock(&process->lock);
    return first ? 0 : -EINTR;
}

/* ---- a thread leaves ---- */

static void leave_space(struct thread *thread)
{
    thread->space = NULL;
    arch_space_load();
}

/* Stores the 0 that joiners wait for, if the page is there to be written; under a spin lock. */
static bool clear_word(struct thread *thread)
{
    static const int zero;
    if (!thread->clear_on_exit)
        return true;
    if (copy_to_user(thread->clear_on_exit, &zero, sizeof(zero)))
        return false;
    futex_wake(thread->space, (uint64_t)thread->clear_on_exit, INT32_MAX);
    return true;
}

/*
 * Brings in the word's page, as a write to it would.  A bad word has no joiners.  If there is no
 * memory for the page, joiners may be waiting for a 0 that cannot be stored: no end of the thread
 * alone would be right, and waiting for memory may be for ever, as those who wait hold it.  So the
 * process ends, like any whose page fault finds no memory.
 */
static void touch_word(struct thread *thread)
{
    uint64_t word = (uint64_t)thread->clear_on_exit;
    int error = word ? space_fault(thread->space, word, SPACE_WRITE) : 0;
    if (error < 0)
        thread->clear_on_exit = NULL;
    if (error == -ENOMEM)
        signal_fault(SIGKILL, word, "out of memory at the end of a thread");
}

/* Comes back with the process's lock held, nothing owed to the profile, and the joiners told. */
static void settle(struct thread *thread)
{
    struct process *process = thread->process;
    for (;;) {
        touch_word(thread);
        prof_flush(thread);
        spin_lock(&process->lock);
        if (thread->owed.count == 0 && thread->owed.missed == 0 &&
            (process->exiting || clear_word(thread)))
            return;
        spin_unlock(&process->lock);
    }
}

static _Noreturn void finish(struct process *process);

_Noreturn void exit_thread(void)
{
    struct thread *thread = current_thread();
    struct process *process = thread->process;
    settle(thread);
    bool last = process->nthreads == 1;
    if (last && !process->exiting) {
        process->exiting = true;
        process->exit_status = 0;
    }
    if (!last) {
        leave_space(thread);
        process_remove_thread(thread);
        signal_route(process);
        waitq_wake_all(&process->thread_ended);
    }
    spin_unlock(&process->lock);
    if (last)
        finish(process);
    sched_end();
}

/* ---- the last thread's work ---- */

static void release_space(struct process *process)
{
    struct space *space = process->space;
    spin_lock(&process->lock);
    process->space = NULL;
    spin_unlock(&process->lock);
    leave_space(current_thread());
    if (space)
        space_destroy(space);
}

/* Tells the parent, which may be sleeping in waitpid, that a zombie is there; holds
 * process_tree_lock. */
static void tell_parent(const struct process *child)
{
    struct process *parent = child->parent;
    siginfo_t info = {.si_signo = SIGCHLD,
                      .si_code = SI_KERNEL,
                      .si_pid = child->pid,
                      .si_status = child->exit_status};
    signal_send(parent, &info);
    waitq_wake_all(&parent->child_ended);
}

static void hand_over_children(struct process *process)
{
    LIST_FOREACH_SAFE (child, next, &process->children, struct process, sibling) {
        list_remove(&child->sibling);
        child->parent = process_first;
        list_push_back(&process_first->children, &child->sibling);
        if (child->zombie)
            tell_parent(child);
    }
}

/* A parent that ignores SIGCHLD outright wants no zombies (POSIX, XSH 3 _Exit). */
static bool is_unwanted(const struct process *child)
{
    struct process *parent = child->parent;
    spin_lock(&parent->lock);
    bool unwanted = parent->actions[SIGCHLD].sa_handler == SIG_IGN;
    spin_unlock(&parent->lock);
    return unwanted;
}

static _Noreturn void init_ended(int status)
{
    int code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    print("tally: process 1 ended with status %d: nothing is left to run\n", code);
    fs_unmount();
    arch_poweroff(code);
}

static _Noreturn void finish(struct process *process)
{
    if (process == process_first)
        init_ended(process->exit_status);
    timer_cancel(&process->alarm);
    file_table_close_all(&process->files);
    inode_put(process->cwd);
    release_space(process);

    spin_lock(&process_tree_lock);
    hand_over_children(process);
    spin_lock(&process->lock);
    process_remove_thread(current_thread());
    spin_unlock(&process->lock);
    process->zombie = true;
    bool unwanted = is_unwanted(process);
    tell_parent(process); /* even so: its waitpid may have no children left to wait for */
    if (unwanted)
        process_remove(process);
    spin_unlock(&process_tree_lock);
    /* Otherwise it may be freed by now. */
    if (unwanted)
        page_free(process);
    sched_end();
}
