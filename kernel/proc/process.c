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
 * To find a process or a group by its number takes the same time however many there are: each
 * process is on two of many short lists, one by its pid and one by its group.  A bit for each
 * number says whether a process has it, or a group whose first process has gone.  The search for
 * the next free number looks at 64 bits at a time.
 *
 * A struct process is one page.  It is found only under process_tree_lock or by its own threads,
 * and neither is possible any more when waitpid frees it.
 *
 * Left out: users.
 */
#include "proc/process.h"
#include "core/cmdline.h"
#include "core/panic.h"
#include "core/string.h"
#include "fs/inode.h"
#include "mm/page.h"
#include "proc/signal.h"
#include "sched/sched.h"
#include <abi/errno.h>

#define PID_MAX   32767 /* unless the boot word pid_max says less */
#define LISTS     1024  /* a power of two: more than there are processes, mostly */
#define WORD_BITS 64
#define WALK_MOST 32 /* processes in one hold of the lock, with interrupts off */

_Static_assert(sizeof(struct process) <= PAGE_SIZE,
               "a process is one page: put what is large apart");

struct spinlock process_tree_lock = SPINLOCK_INIT("process tree");
struct list process_list = LIST_INIT(process_list);
struct process *process_first;
const struct recorder *process_recorder;

static struct list by_pid[LISTS], by_group[LISTS];        /* [T] process.pid_link, group_link */
static uint64_t taken[(PID_MAX + WORD_BITS) / WORD_BITS]; /* [T] a bit for each number */
static pid_t pid_max;                                     /* the highest there is */
static pid_t last_pid;                                    /* [T] */
static unsigned nprocesses;                               /* [T] zombies too; others read it */

void process_init(void)
{
    for (int i = 0; i < LISTS; i++) {
        list_init(&by_pid[i]);
        list_init(&by_group[i]);
    }
    taken[0] = 1; /* no process has the number 0 */
    pid_max = cmdline_number("pid_max", 10, PID_MAX, PID_MAX);
}

/* ---- finding them ---- */

static struct list *pid_list(pid_t pid)
{
    return &by_pid[(uint32_t)pid % LISTS];
}

struct process *process_find(pid_t pid)
{
    assert(spin_held(&process_tree_lock));
    LIST_FOREACH (process, pid_list(pid), struct process, pid_link)
        if (process->pid == pid)
            return process;
    return NULL;
}

struct list *process_group_list(pid_t pgid)
{
    assert(spin_held(&process_tree_lock));
    return &by_group[(uint32_t)pgid % LISTS];
}

pid_t process_group_session(pid_t pgid)
{
    LIST_FOREACH (process, process_group_list(pgid), struct process, group_link)
        if (process->pgid == pgid)
            return process->sid;
    return 0;
}

/* ---- walking over them ---- */

static struct list walks = LIST_INIT(walks); /* [T] process_walk.link, while its lock is released */

void process_walk_begin(struct process_walk *walk, pid_t pgid)
{
    struct list *list = pgid ? process_group_list(pgid) : &process_list;
    walk->pgid = pgid;
    walk->next = list->next;
    walk->end = list;
    walk->steps = 0;
}

static struct process *entry(const struct process_walk *walk, struct list *link)
{
    return walk->pgid ? list_entry(link, struct process, group_link)
                      : list_entry(link, struct process, all_link);
}

struct process *process_walk_next(struct process_walk *walk)
{
    while (walk->next != walk->end) {
        if (++walk->steps % WALK_MOST == 0) {
            list_init(&walk->link);
            list_push_back(&walks, &walk->link);
            spin_unlock(&process_tree_lock);
            spin_lock(&process_tree_lock);
            list_remove(&walk->link);
            continue; /* the next process may have gone */
        }
        struct process *process = entry(walk, walk->next);
        walk->next = walk->next->next;
        if (!walk->pgid || process->pgid == walk->pgid)
            return process;
    }
    return NULL;
}

/* Takes the link off process_list or a group's list; a walk that was about to visit it visits the
 * next one. */
static void leave_list(struct list *link)
{
    LIST_FOREACH (walk, &walks, struct process_walk, link)
        if (walk->next == link)
            walk->next = link->next;
    list_remove(link);
}

/* ---- numbers ---- */

/* The first number from `from` on that is taken, or that is free; above pid_max: there is none. */
static pid_t number_next(pid_t from, bool is_taken)
{
    while (from <= pid_max) {
        uint64_t word = taken[from / WORD_BITS];
        uint64_t left = (is_taken ? word : ~word) >> from % WORD_BITS;
        if (left)
            return from + __builtin_ctzll(left);
        from = (from / WORD_BITS + 1) * WORD_BITS;
    }
    return from;
}

static uint64_t number_bit(pid_t number)
{
    return 1ull << number % WORD_BITS;
}

/* The next number that is neither a process's nor a group's.  process_tree_lock is held. */
static pid_t number_take(void)
{
    pid_t number = number_next(last_pid + 1, false);
    if (number > pid_max)
        number = number_next(1, false);
    if (number > pid_max)
        return -EAGAIN;
    taken[number / WORD_BITS] |= number_bit(number);
    return last_pid = number;
}

/* Unless a process or a group has it. */
static void number_release(pid_t number)
{
    if (!process_find(number) && !process_group_session(number))
        taken[number / WORD_BITS] &= ~number_bit(number);
}

struct process *process_next(pid_t pid)
{
    struct process *process = NULL;
    while (!process && (pid = number_next(pid + 1, true)) <= pid_max)
        process = process_find(pid);
    return process;
}

/* ---- processes ---- */

struct process *process_create(const char *name)
{
    struct process *process = page_alloc_zeroed();
    if (!process)
        return NULL;
    strlcpy(process->name, name, sizeof(process->name));
    list_init(&process->children);
    list_init(&process->zombies);
    waitq_init(&process->child_ended);
    spin_init(&process->lock, "process");
    list_init(&process->threads);
    waitq_init(&process->thread_ended);
    waitq_init(&process->continued);
    mutex_init(&process->real_mutex, "real timer");
    mutex_init(&process->prof_mutex, "profil");
    file_table_init(&process->files);
    runq_init_share(&process->share);
    prof_init(&process->prof);
    return process;
}

void process_destroy(struct process *process)
{
    /* Waits: a thread that has left the process counts in its profile until its CPU has switched
     * away, and holds sched_lock until then (proc/exit.c). */
    spin_lock(&sched_lock);
    spin_unlock(&sched_lock);
    prof_destroy(&process->prof);
    page_free(process);
}

void process_add_thread(struct process *process, struct thread *thread)
{
    thread->process = process;
    thread->profile = &process->prof;
    thread->share = &process->share;
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

unsigned process_count(void)
{
    return __atomic_load_n(&nprocesses, __ATOMIC_RELAXED);
}

bool process_is_limited(const struct process *parent)
{
    return process_count() >= parent->limits[RLIMIT_NPROC].rlim_cur;
}

int process_add(struct process *process, struct process *parent)
{
    assert(spin_held(&process_tree_lock));
    if (parent && process_is_limited(parent))
        return -EAGAIN;
    pid_t pid = number_take();
    if (pid < 0)
        return pid;
    nprocesses++;
    process->pid = process->prof.pid = pid;
    process->pgid = parent ? parent->pgid : pid;
    process->sid = parent ? parent->sid : pid;
    process->parent = parent;
    list_push_back(pid_list(pid), &process->pid_link);
    if (parent)
        list_push_back(&parent->children, &process->sibling);
    /* Behind its parent: a walk visits both, or neither. */
    list_push_front(parent ? &parent->all_link : &process_list, &process->all_link);
    list_push_front(parent ? &parent->group_link : process_group_list(pid), &process->group_link);
    return 0;
}

void process_remove(struct process *process)
{
    assert(spin_held(&process_tree_lock));
    list_remove(&process->sibling);
    leave_list(&process->all_link);
    leave_list(&process->group_link);
    list_remove(&process->pid_link);
    nprocesses--;
    number_release(process->pid);
    number_release(process->pgid);
}

void process_set_group(struct process *process, pid_t pgid)
{
    pid_t old = process->pgid;
    process->pgid = pgid;
    leave_list(&process->group_link);
    list_push_back(process_group_list(pgid), &process->group_link);
    number_release(old);
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

bool process_begin_exit(struct process *process, int status)
{
    spin_lock(&process->lock);
    bool first = !process->exiting;
    if (first) {
        process->exiting = true;
        process->exit_status = status;
        process_notify_others(process, WORK_EXIT);
        if (process == current_process())
            __atomic_fetch_or(&current_thread()->work, WORK_EXIT, __ATOMIC_RELAXED);
    }
    spin_unlock(&process->lock);
    return first;
}

/* A pending SIGKILL may have been notified to another thread, which has no CPU yet.  So the calling
 * thread, whose copy is about to fail, takes it as well: its program must not go on with that
 * error. */
bool process_is_killed(void)
{
    struct thread *thread = current_thread();
    bool pending =
        __atomic_load_n(&thread->process->pending, __ATOMIC_RELAXED) & signal_bit(SIGKILL);
    if (pending)
        __atomic_fetch_or(&thread->work, WORK_SIGNAL, __ATOMIC_RELAXED);
    return pending || __atomic_load_n(&thread->work, __ATOMIC_RELAXED) & WORK_EXIT;
}
