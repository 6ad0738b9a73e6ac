/*
 * fork: making processes and threads like the caller's.
 *
 * fork_process() first allocates all that it needs (the process, a thread, the copied space) and
 * only then adds the child to the family.  Each step that can fail comes before others can find the
 * child, so it is undone in reverse and leaves no trace.
 */
#include "proc/fork.h"
#include "arch/arch.h"
#include "core/string.h"
#include "fs/inode.h"
#include "mm/page.h"
#include "proc/limit.h"
#include "proc/oom.h"
#include "proc/process.h"
#include "proc/signal.h"
#include "sched/sched.h"
#include "vm/space.h"
#include <abi/errno.h>

/* fork fails unless 1/FORK_RESERVE of memory is free.  The pages that it shares are copied when
 * they are written: with no memory left for that, parent and child would be killed later; so the
 * parent gets an error now. */
#define FORK_RESERVE 32

/* Whether too little memory is free, even after reclaiming; never for a caller with the reserve. */
static bool memory_is_short(void)
{
    if (oom_may_use_reserve())
        return false;
    size_t reserve = page_count_total() / FORK_RESERVE;
    while (page_count_free() < reserve && page_reclaim())
        continue;
    return page_count_free() < reserve;
}

/* The first function of a thread whose frame is ready for user mode. */
static void enter_user(void *unused)
{
    (void)unused;
    arch_enter_user(current_thread());
}

/* Copies what needs no memory, and can be undone. */
static void inherit(struct process *parent, struct process *child)
{
    child->umask = __atomic_load_n(&parent->umask, __ATOMIC_RELAXED);
    child->fails = __atomic_load_n(&parent->fails, __ATOMIC_RELAXED);
    spin_lock(&parent->lock);
    memcpy(child->actions, parent->actions, sizeof(child->actions));
    child->cwd = inode_hold(parent->cwd);
    limit_fork(child, parent);
    spin_unlock(&parent->lock);
    oom_fork(child, parent);
}

static void inherit_thread(struct thread *parent, struct thread *child)
{
    arch_thread_fork(parent, child);
    arch_frame_set_result(child->frame, 0);
    child->alternate = parent->alternate;
    child->signal_mask = child->saved_mask = parent->signal_mask;
    child->signal_restorer = parent->signal_restorer;
    child->work = WORK_PROF; /* before it runs, prof_flush() begins its own stack samples */
}

/*
 * A signal to the parent's group must reach the child, too.  Its sender holds process_tree_lock,
 * and increments group_signals.  Under that lock fork
 *     1. notes the number, and gives up if a signal is to be taken;
 *     2. (without the lock) copies;
 *     3. adds the child, unless the number has changed and a signal is to be taken.
 * Signals to the parent alone are not counted: beside a timer that signals more often than a fork
 * takes, no fork would ever be done.  A signal that the parent blocks stays pending there, and the
 * child does not inherit it (POSIX.1-2017, XSH 3 fork).
 */
static bool signals_are_taken(struct process *child, struct process *parent)
{
    spin_lock(&process_tree_lock);
    child->group_signals = parent->group_signals;
    spin_lock(&parent->lock);
    bool due = signal_is_due();
    spin_unlock(&parent->lock);
    spin_unlock(&process_tree_lock);
    return !due;
}

static int add_child(struct process *child, struct process *parent)
{
    spin_lock(&process_tree_lock);
    spin_lock(&parent->lock);
    bool changed = child->group_signals != parent->group_signals;
    bool gives_up = parent->exiting || parent->exec_waits || (changed && signal_is_due());
    spin_unlock(&parent->lock);
    int error = gives_up ? signal_interrupted(RESTART_ALWAYS) : process_add(child, parent);
    spin_unlock(&process_tree_lock);
    return error;
}

/* Copies everything that needs memory, except the thread; false, with nothing copied, when memory
 * is out. */
static bool copy_space(struct process *parent, struct process *child)
{
    child->space = space_fork(parent->space);
    if (!child->space)
        return false;
    if (file_table_copy(&child->files, &parent->files) &&
        process_recorder->fork(parent, child) == 0)
        return true;
    file_table_close_all(&child->files);
    space_destroy(child->space);
    return false;
}

/* The opposite of copy_space() and inherit(). */
static void release(struct process *child)
{
    process_recorder->leave(child, PROF_END_EXIT);
    file_table_close_all(&child->files);
    inode_put(child->cwd);
    space_destroy(child->space);
}

/* The parent's prof_mutex is held: the child's memory and its profile are of one moment. */
static int64_t fork_from(struct process *parent)
{
    struct process *child = memory_is_short() ? NULL : process_create(parent->name);
    if (!child)
        return -ENOMEM;
    int64_t result = -ENOMEM;
    struct thread *thread = thread_create(parent->name, enter_user, NULL);
    if (!thread)
        goto no_thread;
    if (!signals_are_taken(child, parent)) {
        result = signal_interrupted(RESTART_ALWAYS);
        goto no_space;
    }
    inherit_thread(current_thread(), thread);
    if (!copy_space(parent, child))
        goto no_space;
    inherit(parent, child);
    process_add_thread(child, thread);
    result = add_child(child, parent);
    if (result < 0)
        goto not_added;
    prof_fork(&parent->prof, &child->prof);
    result = child->pid; /* when it runs, it may end and be freed by another thread's waitpid */
    sched_start(thread);
    return result;

not_added:
    process_remove_thread(thread);
    release(child);
no_space:
    thread_destroy(thread);
no_thread:
    process_destroy(child);
    return result;
}

int64_t fork_process(void)
{
    struct process *parent = current_process();
    if (process_is_limited(parent))
        return -EAGAIN; /* at once: what fills the machine with processes is to cost little */
    mutex_lock(&parent->prof_mutex);
    int64_t result = fork_from(parent);
    mutex_unlock(&parent->prof_mutex);
    return result;
}

int64_t fork_thread(uint64_t pc, uint64_t sp, uint64_t arg, uint64_t tls)
{
    struct process *process = current_process();
    struct thread *thread = thread_create(process->name, enter_user, NULL);
    if (!thread)
        return -ENOMEM;
    arch_frame_init(thread->frame, pc, sp, arg, 0, 0);
    arch_thread_inherit(thread);
    thread->tls_base = tls;
    thread->signal_mask = thread->saved_mask = current_thread()->signal_mask;

    tid_t tid = thread->tid;
    spin_lock(&process->lock);
    bool full = process->nthreads >= process->limits[RLIMIT_NPROC].rlim_cur || process->exiting ||
                process->exec_waits;
    if (!full) {
        process_add_thread(process, thread);
        thread->work = process->stopped ? WORK_SIGNAL : 0; /* it stops, too */
        sched_start(thread);
    }
    spin_unlock(&process->lock);
    if (!full)
        return tid;
    thread_destroy(thread);
    return -EAGAIN;
}
