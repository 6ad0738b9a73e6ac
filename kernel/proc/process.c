/*
 * Processes: the family that they are in, and the threads that are in them.
 *
 * A process is made complete before others can find it (fork.c, init.c).
 *
 * It ends in steps (exit.c): told to (exiting), left by all threads, without space and files
 * (zombie), waited for.  Each step has one place and one lock that makes it happen once.
 *
 *     lock order    tree_lock, then process.lock, then what sched/ has inside
 *
 * tree_lock is one for the whole machine because parent, children and groups tie any process to any
 * other: what it guards is short and rare.  Each process's own lock guards what its threads share.
 * Two processes' locks are never held at once.
 *
 * A struct process is one page: it is found only under tree_lock or by its own threads, and both
 * ways end before waitpid frees it.
 *
 * Left out: sessions, users, limits.
 */
#include "proc/process.h"
#include "core/panic.h"
#include "core/string.h"
#include "fs/inode.h"
#include "mm/page.h"
#include "proc/signal.h"
#include <abi/errno.h>

#define PID_MAX 32767

_Static_assert(sizeof(struct process) <= PAGE_SIZE, "a process is one page");

struct spinlock tree_lock = SPINLOCK_INIT("process tree");
struct list all_processes = LIST_INIT(all_processes);
struct process *init_process;
static pid_t last_pid; /* [T] */

struct process *process_find(pid_t pid)
{
    assert(spin_held(&tree_lock));
    LIST_FOREACH (process, &all_processes, struct process, all_link)
        if (process->pid == pid)
            return process;
    return NULL;
}

static bool pid_in_use(pid_t pid)
{
    LIST_FOREACH (process, &all_processes, struct process, all_link)
        if (process->pid == pid || process->pgid == pid)
            return true;
    return false;
}

/* The next number that is neither a process nor a group; holds tree_lock. */
static pid_t pid_alloc(void)
{
    for (int tries = 0; tries < PID_MAX; tries++) {
        last_pid = last_pid % PID_MAX + 1;
        if (!pid_in_use(last_pid))
            return last_pid;
    }
    return -EAGAIN;
}

static void alarm_expired(struct timer *timer)
{
    siginfo_t info = {.si_signo = SIGALRM, .si_code = SI_KERNEL};
    signal_send(list_entry(timer, struct process, alarm), &info);
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
    mutex_init(&process->alarm_mutex, "alarm");
    timer_init(&process->alarm, alarm_expired);
    file_table_init(&process->files);
    prof_init(&process->prof);
    return process;
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

/*
 * What is sent to the parent's group must end, or be taken by, the child too.  Either fork was
 * first and the child is found, or the signal was, and the parent takes it before it forks: so a
 * signal to take is looked for under the lock that the sender of a signal to many holds throughout.
 * A signal that the parent blocks waits there and is not the child's
 * (POSIX.1-2017, XSH 3 fork).
 */
static bool signal_came_first(struct process *parent)
{
    spin_lock(&parent->lock);
    bool due = signal_is_due();
    spin_unlock(&parent->lock);
    return due;
}

int process_add(struct process *process, struct process *parent)
{
    spin_lock(&tree_lock);
    pid_t pid = parent && signal_came_first(parent) ? signal_postpones() : pid_alloc();
    if (pid > 0) {
        process->pid = pid;
        process->pgid = parent ? parent->pgid : pid;
        process->parent = parent;
        list_push_back(&all_processes, &process->all_link);
        if (parent)
            list_push_back(&parent->children, &process->sibling);
    }
    spin_unlock(&tree_lock);
    return pid > 0 ? 0 : pid;
}

void process_remove(struct process *process)
{
    list_remove(&process->sibling);
    list_remove(&process->all_link);
}

struct inode *process_cwd(void)
{
    struct process *process = current_process();
    spin_lock(&process->lock);
    struct inode *cwd = inode_hold(process->cwd);
    spin_unlock(&process->lock);
    return cwd;
}
