/*
 * Processes: making them, finding them, and their threads.
 *
 * A process is made complete before anybody can find it. process_fork() collects all that may fail
 * (memory for the process, a thread, the copied space) and only then enters the child into the
 * family, which cannot fail for lack of memory; whatever fails before is undone in reverse, and the
 * parent never knows.
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
#include "arch/arch.h"
#include "core/cmdline.h"
#include "core/print.h"
#include "core/string.h"
#include "dev/console.h"
#include "fs/path.h"
#include "mm/page.h"
#include "mm/space.h"
#include "proc/exec.h"
#include "proc/signal.h"
#include <abi/errno.h>

#define PID_MAX        32767
#define INIT_PATH      "/bin/init"
#define STATUS_NO_INIT 126 /* of the machine: it did not start */

/* fork leaves this part of memory free.  It shares pages that are copied when they are written:
 * were there none left for that, parent and child would be killed rather than told. */
#define FORK_RESERVE 32

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

/* A process without threads, space or directory, and not in the family yet; NULL without memory. */
static struct process *process_alloc(const char *name)
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

/* Enters a thread that has not started; process lock held, or nobody knows the process yet. */
static void thread_enters(struct process *process, struct thread *thread)
{
    thread->process = process;
    thread->profile = &process->prof;
    thread->space = process->space;
    list_push_back(&process->threads, &thread->process_link);
    process->nthreads++;
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

/* From now on others can find it.  -EAGAIN: there is no number left for it; -EINTR: the parent, the
 * caller's own process, has a signal to take first. */
static int process_enters(struct process *process, struct process *parent)
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

struct inode *process_cwd(void)
{
    struct process *process = current_process();
    spin_lock(&process->lock);
    struct inode *cwd = inode_hold(process->cwd);
    spin_unlock(&process->lock);
    return cwd;
}

/* What a thread with a frame for user mode begins with. */
static void enter_user(void *unused)
{
    (void)unused;
    arch_enter_user(current_thread());
}

/* ---- fork ---- */

/* What the child has as its parent has it, and cannot fail. */
static void inherit(struct process *parent, struct process *child)
{
    spin_lock(&parent->lock);
    memcpy(child->actions, parent->actions, sizeof(child->actions));
    child->cwd = inode_hold(parent->cwd);
    spin_unlock(&parent->lock);
    file_table_copy(&child->files, &parent->files);
}

static void inherit_thread(struct thread *parent, struct thread *child)
{
    arch_thread_fork(parent, child);
    arch_frame_set_result(child->frame, 0);
    child->signal_mask = parent->signal_mask;
}

int64_t process_fork(void)
{
    struct thread *self = current_thread();
    struct process *parent = self->process;
    int64_t result = -ENOMEM;

    while (page_count_free() < page_count_total() / FORK_RESERVE)
        if (!page_reclaim())
            return result;
    struct process *child = process_alloc(parent->name);
    if (!child)
        return result;
    struct thread *thread = thread_create(parent->name, enter_user, NULL);
    if (!thread)
        goto no_thread;
    child->space = space_fork(parent->space);
    if (!child->space)
        goto no_space;
    inherit(parent, child);
    inherit_thread(self, thread);
    thread_enters(child, thread);
    result = process_enters(child, parent);
    if (result < 0)
        goto not_entered;
    prof_fork(&parent->prof, &child->prof);
    result = child->pid; /* once it runs it may end, and another thread may wait for it */
    thread_start(thread);
    return result;

not_entered:
    file_table_close_all(&child->files);
    inode_put(child->cwd);
    space_destroy(child->space);
no_space:
    thread_discard(thread);
no_thread:
    page_free(child);
    return result;
}

/* ---- threads ---- */

int64_t process_add_thread(uint64_t pc, uint64_t sp, uint64_t arg, uint64_t tls)
{
    struct process *process = current_process();
    struct thread *thread = thread_create(process->name, enter_user, NULL);
    if (!thread)
        return -ENOMEM;
    arch_frame_init(thread->frame, pc, sp, arg, 0, 0);
    thread->tls_base = tls;
    thread->signal_mask = current_thread()->signal_mask;

    tid_t tid = thread->tid;
    spin_lock(&process->lock);
    bool full = process->nthreads == THREADS_MAX || process->exiting || process->exec_waits;
    if (!full) {
        thread_enters(process, thread);
        thread_start(thread);
    }
    spin_unlock(&process->lock);
    if (!full)
        return tid;
    thread_discard(thread);
    return -EAGAIN;
}

/* ---- the first process ---- */

static const char *error_text(int error)
{
    switch (error) {
#define ERROR_CASE(name, number, text) \
    case number:                       \
        return text;
        ERRNO_LIST(ERROR_CASE)
#undef ERROR_CASE
    }
    return "unknown error";
}

static void init_begin(void *unused)
{
    (void)unused;
    const char *argv[] = {"init", cmdline_run()};
    int result = exec_kernel(INIT_PATH, argv, argv[1] ? 2 : 1);
    if (result < 0) {
        print("tally: cannot start " INIT_PATH ": %s\n", error_text(-result));
        arch_poweroff(STATUS_NO_INIT);
    }
    arch_enter_user(current_thread());
}

static pid_t current_group(void)
{
    return __atomic_load_n(&current_process()->pgid, __ATOMIC_RELAXED);
}

void process_start_init(void)
{
    struct process *process = process_alloc("init");
    struct thread *thread = thread_create("init", init_begin, NULL);
    int result = process && thread ? path_root(&process->cwd) : -ENOMEM;
    if (result < 0) {
        print("tally: cannot make the first process: %s\n", error_text(-result));
        arch_poweroff(STATUS_NO_INIT);
    }
    thread_enters(process, thread);
    process_enters(process, NULL);
    assert(process->pid == 1);
    init_process = process;
    console_set_signal_hook(signal_group);
    console_set_group_hook(current_group);
    thread_start(thread);
}
