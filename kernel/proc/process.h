/*
 * Processes: an address space, files, a profile, and one or more threads.
 *
 * Life: process_fork() or process_start_init() makes one; exec replaces its program; it ends when a
 * thread calls process_exit(), when its last thread ends or when a signal kills it: every thread is
 * told to leave (WORK_EXIT), the last one out releases the space and files and makes it a zombie;
 * its parent's waitpid frees it.  Orphans become children of process 1.
 *
 * Locks: [T] tree_lock, one for all processes: family, process groups, the pid table; outermost of
 * the spin locks.  [p] process.lock.  [I] fixed.  [a] atomic.  [1] only a single-threaded
 * process changes it.
 */
#ifndef PROC_PROCESS_H
#define PROC_PROCESS_H

#include "core/list.h"
#include "core/spinlock.h"
#include "fs/file.h"
#include "prof/prof.h"
#include "sched/thread.h"
#include "sched/waitq.h"
#include <abi/limits.h>
#include <abi/procinfo.h>
#include <abi/signal.h>
#include <abi/time.h>
#include <abi/types.h>

struct inode;

struct process {
    pid_t pid;                       /* [I] */
    char name[PROC_NAME_MAX + 1];    /* [1] the program's last path component */

    struct process *parent;          /* [T] NULL for process 1 */
    struct list children;            /* [T] */
    struct list sibling;             /* [T] on the parent's children */
    struct list all_link;            /* [T] on the list of all processes */
    pid_t pgid;                      /* [T] */
    struct waitq child_ended;        /* guard: tree_lock */
    bool zombie;                     /* [T] it has ended; status holds */
    int status;                      /* [T] abi/wait.h */
    struct tms child_ticks;          /* [T] tms_cutime and tms_cstime only */

    struct spinlock lock;
    struct list threads;             /* [p] thread.process_link */
    uint32_t nthreads;               /* [p] */
    bool exiting;                    /* [p] set once; exit_status holds from then */
    int exit_status;                 /* [p] */
    struct waitq thread_ended;       /* guard: lock; exec waits for the others here */
    struct sigaction actions[NSIG];  /* [p] */
    sigset_t pending;                /* [p] */
    siginfo_t info[NSIG];            /* [p] of pending signals */
    struct timer alarm;              /* alarm(2) */

    struct space *space;             /* [1] */
    struct file_table files;
    struct inode *cwd;               /* [p] */
    struct prof prof;                /* its own lock */
    uint64_t user_ticks;             /* [a] */
    uint64_t system_ticks;           /* [a] */
};

static inline struct process *current_process(void)
{
    return current_thread()->process;
}

#endif
