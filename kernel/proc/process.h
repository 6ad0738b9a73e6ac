/*
 * Processes: an address space, files, a profile, and one or more threads.
 *
 * Life: fork_process() or init_start() makes one; exec replaces its program; it ends when a
 * thread calls exit_process(), when its last thread ends or when a signal kills it: every thread is
 * told to leave (WORK_EXIT), the last one out releases the space and files and makes it a zombie;
 * its parent's waitpid frees it.  Orphans become children of process 1.
 *
 * Locks: [T] process_tree_lock, one for all processes: family, process groups, the list of all;
 * outermost of the spin locks.  [p] process.lock, inside it.  [I] fixed.  [m] alarm_mutex.  [1] [p]
 * only a process with a single thread changes it, under its lock because others look at it.
 *
 * Who may use a struct process: its own threads, until they are off its list; who holds
 * process_tree_lock, for what is on the list of all; and a timer or parent of it, which its end
 * waits for or tells.
 */
#ifndef PROC_PROCESS_H
#define PROC_PROCESS_H

#include "core/cpu.h"
#include "core/list.h"
#include "core/spin.h"
#include "fs/file_table.h"
#include "prof/prof.h"
#include "sched/mutex.h"
#include "sched/thread.h"
#include "sched/timer.h"
#include "sched/waitq.h"
#include <abi/limits.h>
#include <abi/procinfo.h>
#include <abi/signal.h>
#include <abi/time.h>
#include <abi/types.h>

struct inode;
struct space;

struct process {
    pid_t pid;                    /* [I] */
    char name[PROC_NAME_MAX + 1]; /* [1] [p] the program's last path component */

    struct process *parent;   /* [T] NULL for process 1 */
    struct list children;     /* [T] */
    struct list sibling;      /* [T] on the parent's children */
    struct list all_link;     /* [T] on process_list */
    pid_t pgid;               /* [T] */
    struct waitq child_ended; /* guard: process_tree_lock */
    bool zombie;              /* [T] it has ended; exit_status holds */
    struct tms child_ticks;   /* [T] tms_cutime and tms_cstime only */

    struct spinlock lock;
    struct list threads;            /* [p] thread.process_link, oldest first */
    uint32_t nthreads;              /* [p] */
    bool exiting;                   /* [p] set once; exit_status holds from then */
    bool exec_waits;                /* [p] a thread in exec has told the others to leave */
    int exit_status;                /* [p] abi/wait.h */
    struct waitq thread_ended;      /* guard: lock; exec waits for the others here */
    struct sigaction actions[NSIG]; /* [p] */
    sigset_t pending;               /* [p] sent to the process: any thread may take them */
    siginfo_t info[NSIG];           /* [p] of pending signals */
    struct mutex alarm_mutex;       /* one alarm(2) at a time */
    struct timer alarm;             /* [m] of alarm(2), which initialises it too */

    struct space *space;     /* [1] [p] NULL: it has left it for good */
    struct file_table files; /* its own lock */
    struct inode *cwd;       /* [p] the process is a user of it */
    struct prof prof;        /* its own lock; its clock ticks too */
};

extern struct spinlock process_tree_lock;
extern struct list process_list;      /* [T] struct process.all_link */
extern struct process *process_first; /* [I] process 1 */

static inline struct process *current_process(void)
{
    return current_thread()->process;
}

/* The process with this pid, a zombie too, or NULL.  Holds process_tree_lock. */
struct process *process_find(pid_t pid);

/* The calling process's current directory; the caller becomes one more user of it. */
struct inode *process_cwd(void);

/* ---- inside proc/ ---- */

/* A process without threads, space or directory, and not in the family yet; NULL: no memory. */
struct process *process_create(const char *name);

/* From now on others can find it; parent is the caller's own process, or NULL for process 1.  Holds
 * process_tree_lock.  0, or -EAGAIN: there is no number left for it. */
int process_add(struct process *process, struct process *parent);

/* From now on none can; it may be freed.  Holds process_tree_lock. */
void process_remove(struct process *process);

/* Enters a thread that has not started; process lock held, or the process not added yet. */
void process_add_thread(struct process *process, struct thread *thread);

/* Takes the calling thread, on the kernel's own page tables already, out of its process: process
 * lock held, for the last thread process_tree_lock too. */
void process_remove_thread(struct thread *thread);

/* Makes the calling process end with a status (abi/wait.h), unless it is ending already: then
 * false.  Its threads end before they next run in user mode; the caller may end itself sooner
 * (exit_process).  Never sleeps. */
bool process_begin_exit(int status);

/* sched_notify() for all threads of the calling process but the caller; process lock held. */
void process_notify_others(struct process *process, uint32_t work);

#endif
