/*
 * Processes: the family that they are in, and the threads that are in them.
 *
 * A process is complete before others can find it (fork.c, init.c).
 *
 * It ends in steps (exit.c): the end begins (exiting is set); the threads end; the space and the
 * files are released (zombie is set); the parent has waited for it.  One function takes each step,
 * under one lock, so that it is taken once.
 *
 *     lock order    process_tree_lock, then process.lock, then the locks inside sched/
 *
 * process_tree_lock is one for the whole machine because parents, children and groups link any
 * process with any other; it is held rarely and briefly.  Each process's own lock guards what its
 * threads share.  Two processes' locks are never held at once.
 *
 * A struct process is one page.  It is found only under process_tree_lock or by its own threads,
 * and neither is possible any more when waitpid frees it.
 *
 * Left out: sessions, users, limits.
 */
#include "proc/process.h"
#include "core/panic.h"
#include "core/string.h"
#include "fs/inode.h"
#include "mm/page.h"
#include "proc/program.h"
#include "proc/signal.h"
#include "sched/sched.h"
#include <abi/errno.h>

#define PID_MAX 32767

_Static_assert(sizeof(struct process) <= PAGE_SIZE, "a process is one page");

struct spinlock process_tree_lock = SPINLOCK_INIT("process tree");
struct list process_list = LIST_INIT(process_list);
struct process *process_first;
static pid_t last_pid; /* [T] */

struct process *process_find(pid_t pid)
{
    assert(spin_held(&process_tree_lock));
    LIST_FOREACH (process, &process_list, struct process, all_link)
        if (process->pid == pid)
            return process;
    return NULL;
}

static bool pid_in_use(pid_t pid)
{
    LIST_FOREACH (process, &process_list, struct process, all_link)
        if (process->pid == pid || process->pgid == pid)
            return true;
    return false;
}

/* The next number that is neither a process's nor a group's.  process_tree_lock is held. */
static pid_t pid_alloc(void)
{
    for (int tries = 0; tries < PID_MAX; tries++) {
        last_pid = last_pid % PID_MAX + 1;
        if (!pid_in_use(last_pid))
            return last_pid;
    }
    return -EAGAIN;
}

struct process *process_create(const char *name)
{
    struct process *process = page_alloc_zeroed();
    if (!process)
        return NULL;
    strlcpy(process->name, name, sizeof(process->name));
    list_init(&process->children);
    list_init(&process->sibling);
    list_init(&process->all_link);
    waitq_init(&process->child_ended);
    spin_init(&process->lock, "process");
    list_init(&process->threads);
    waitq_init(&process->thread_ended);
    mutex_init(&process->real_mutex, "real timer");
    file_table_init(&process->files);
    prof_init(&process->prof);
    return process;
}

void process_destroy(struct process *process)
{
    prof_destroy(&process->prof);
    program_put(process->program);
    page_free(process);
}

void process_add_thread(struct process *process, struct thread *thread)
{
    thread->process = process;
    thread->profile = &process->prof;
    thread->space = process->space;
    list_push_back(&process->threads, &thread->process_link);
    process->nthreads++;
}

void process_remove_thread(struct thread *thread)
{
    struct process *process = thread->process;
    list_remove(&thread->process_link);
    process->nthreads--;
    thread->process = NULL;
    thread->profile = NULL;
}

int process_add(struct process *process, struct process *parent)
{
    assert(spin_held(&process_tree_lock));
    pid_t pid = pid_alloc();
    if (pid < 0)
        return pid;
    process->pid = pid;
    process->pgid = parent ? parent->pgid : pid;
    process->parent = parent;
    list_push_back(&process_list, &process->all_link);
    if (parent)
        list_push_back(&parent->children, &process->sibling);
    return 0;
}

void process_remove(struct process *process)
{
    assert(spin_held(&process_tree_lock));
    list_remove(&process->sibling);
    list_remove(&process->all_link);
}

/* ---- the calling process ---- */

struct inode *process_cwd(void)
{
    struct process *process = current_process();
    spin_lock(&process->lock);
    struct inode *cwd = inode_hold(process->cwd);
    spin_unlock(&process->lock);
    return cwd;
}

void process_notify_others(struct process *process, uint32_t work)
{
    assert(spin_held(&process->lock));
    LIST_FOREACH (thread, &process->threads, struct thread, process_link)
        if (thread != current_thread())
            sched_notify(thread, work);
}

bool process_begin_exit(int status)
{
    struct process *process = current_process();
    spin_lock(&process->lock);
    bool first = !process->exiting;
    if (first) {
        process->exiting = true;
        process->exit_status = status;
        process_notify_others(process, WORK_EXIT);
        __atomic_fetch_or(&current_thread()->work, WORK_EXIT, __ATOMIC_RELAXED);
    }
    spin_unlock(&process->lock);
    return first;
}

bool process_is_killed(void)
{
    struct thread *thread = current_thread();
    return __atomic_load_n(&thread->work, __ATOMIC_RELAXED) & WORK_EXIT ||
           __atomic_load_n(&thread->process->pending, __ATOMIC_RELAXED) & signal_bit(SIGKILL);
}
