/*
 * Processes: an address space, files, a profile, and one or more threads.
 *
 * Life: fork_process() or init_become() creates one, and exec replaces its program.  It ends when a
 * thread calls exit_process(), when its last thread ends, or when a signal kills it: all threads
 * are notified (WORK_EXIT) and end; the last one releases the space and the files and makes the
 * process a zombie, which its parent's waitpid frees.  Orphans become children of process 1.
 *
 * Locks: [T] process_tree_lock, one for all processes: family, process groups, the list of all;
 * outermost of the spin locks.  [p] process.lock, inside it.  [I] fixed.  [m] real_mutex.  [a]
 * atomic.  [1] [p] only a process with a single thread changes it, under its lock because others
 * read it.
 *
 * A struct process cannot be freed while one of these uses it: one of its threads; a holder of
 * process_tree_lock, if the process is on process_list; its timer, which its end cancels; a holder
 * of the mutex of record/record.c, if the process is recorded.
 */
#ifndef PROC_PROCESS_H
#define PROC_PROCESS_H

#include "core/cpu.h"
#include "core/list.h"
#include "core/spin.h"
#include "fs/file_table.h"
#include "proc/itimer.h"
#include "prof/prof.h"
#include "sched/mutex.h"
#include "sched/runq.h"
#include "sched/thread.h"
#include "sched/timer.h"
#include "sched/waitq.h"
#include <abi/limits.h>
#include <abi/record.h>
#include <abi/resource.h>
#include <abi/signal.h>
#include <abi/time.h>
#include <abi/types.h>

/* The terminal's shell, a command of it, or neither: proc/oom.h. */
enum rank { RANK_OTHER, RANK_COMMAND, RANK_SHELL };

struct image;
struct inode;
struct recorded;
struct space;

struct process {
    pid_t pid;                    /* [I] */
    char name[PROC_NAME_MAX + 1]; /* [1] [p] the program's last path component */

    struct process *parent;   /* [T] NULL for process 1 */
    struct list children;     /* [T] that have not ended, */
    struct list zombies;      /* [T] and that have, the first to end first */
    struct list sibling;      /* [T] on the parent's children or zombies */
    struct list all_link;     /* [T] on process_list */
    struct list pid_link;     /* [T] process.c finds it by its pid, */
    struct list group_link;   /* [T] and by its group */
    pid_t pgid;               /* [T] process_set_group() changes it */
    pid_t sid;                /* [T] its session; only the process itself changes it */
    struct waitq child_ended; /* guard: process_tree_lock */
    bool zombie;              /* [T] it has ended; exit_status is valid */
    struct tms child_ticks;   /* [T] tms_cutime and tms_cstime only */
    uint32_t group_signals;   /* [T] sent to a group or to all, so to this one, too */

    struct spinlock lock;
    struct list threads;            /* [p] thread.process_link, oldest first */
    uint32_t nthreads;              /* [p]; atomic for the process's own threads */
    bool exiting;                   /* [p] set once; exit_status is valid from then on */
    bool exec_waits;                /* [p] a thread in exec waits for the others to end */
    bool has_execed;                /* [a] it runs a program that it was not forked with */
    enum rank rank;                 /* [1] [p] read without a lock, too */
    bool fails;                     /* [a] kfail(2) counts its allocations */
    int exit_status;                /* [p] abi/wait.h */
    bool stopped;                   /* [p] by a signal: its threads do not run (proc/stop.h) */
    int stop_untold;                /* [p] of which its parent is to be notified; 0: nothing */
    int stop_status;                /* [a] abi/wait.h: it was stopped or goes on; 0: waited for */
    struct waitq continued;         /* guard: lock; where stopped threads sleep */
    struct waitq thread_ended;      /* guard: lock; where exec waits */
    struct sigaction actions[NSIG]; /* [p] */
    sigset_t pending;               /* [p] signals sent to the process, not to a thread */
    struct sender senders[NSIG];    /* [p] of the pending signals */
    struct mutex real_mutex;        /* one call that sets the real timer at a time */
    struct timer real_timer;        /* [m] ITIMER_REAL; initialised when it is armed */
    uint64_t real_interval;         /* [m] ticks */
    struct itimer virtual_timer;    /* [p] ITIMER_VIRTUAL */
    struct itimer prof_timer;       /* [p] ITIMER_PROF */

    struct space *space;                /* [1] [p] NULL once the last thread has released it */
    struct file_table files;            /* its own lock */
    struct rlimit limits[RLIM_NLIMITS]; /* [p] proc/limit.h */
    struct inode *cwd;                  /* [p] the process holds a reference */
    mode_t umask;                       /* [a] permissions that new files do not get */
    struct mutex prof_mutex;            /* one call of profil(2) and the like, or fork, at a time */
    struct share share;                 /* of the CPUs: inside sched/ */
    struct profile prof;                /* its own locks; the count of ticks too */
    struct recorded *recorded;          /* [p] the recorder's; NULL once the process has ended */
};

/*
 * The hooks by which fork, exec and exit reach the recording of profiles, above this folder
 * (record/record.h).  All may sleep; no spin lock is held.
 *
 * fork: the parent, which is the calling process, has made this child, which others cannot find
 * yet.  Its prof_mutex is held.  The first process has no parent: NULL.  0 or -ENOMEM.
 * leave: the process leaves its program, by exec (`end` is PROF_END_EXEC) or by exit
 * (PROF_END_EXIT).  The calling thread is its only one.  Also called for a child that never ran.
 * enter: the calling thread is ready to run the program in that file.
 */
struct recorder {
    int (*fork)(struct process *parent, struct process *child);
    void (*leave)(struct process *process, uint32_t end);
    void (*enter)(struct inode *cwd, const char *path, struct inode *file,
                  const struct image *image);
};

extern const struct recorder *process_recorder; /* [I] set before there is a process */

extern struct spinlock process_tree_lock;
extern struct list process_list;      /* [T] struct process.all_link */
extern struct process *process_first; /* [I] process 1 */

static inline struct process *current_process(void)
{
    return current_thread()->process;
}

unsigned process_count(void); /* zombies too */

/* The process with this pid, perhaps a zombie, or NULL.  The caller holds process_tree_lock. */
struct process *process_find(pid_t pid);

/* The process with the lowest pid above this one, or NULL.  The caller holds process_tree_lock. */
struct process *process_next(pid_t pid);

/* A list, by group_link, with all processes of the group, zombies too.  Others may be on it.
 * The caller holds process_tree_lock. */
struct list *process_group_list(pid_t pgid);

/* The caller holds process_tree_lock; if pgid is not the process's pid, the group exists. */
pid_t process_group_session(pid_t pgid); /* 0: there is no such group */
void process_set_group(struct process *process, pid_t pgid);

/*
 * A walk over the processes of a group, or over all (pgid 0).  process_walk_next() returns NULL at
 * the end.  The caller holds process_tree_lock and does not release it; process_walk_next() does
 * now and then, as there may be thousands.  Processes that end in between are left out.  A child
 * that is forked in between is visited if its parent has not been.
 */
struct process_walk {
    pid_t pgid;
    struct list *next, *end;
    unsigned steps;
    struct list link;
};

void process_walk_begin(struct process_walk *walk, pid_t pgid);
struct process *process_walk_next(struct process_walk *walk);

/* The calling process's current directory, with a reference for the caller. */
struct inode *process_cwd(void);

/* ---- inside proc/ ---- */

void process_init(void); /* once, before the first is created */

/* A process without threads, space or directory that is not in the family yet; NULL when memory is
 * out.  process_destroy() frees it: a process that is not in the family, or not any more. */
struct process *process_create(const char *name);
void process_destroy(struct process *process);

/* Gives the process a pid and adds it to the list of all and to its parent's children: from now on
 * others can find it.  parent is the calling process, or NULL for process 1.  The caller holds
 * process_tree_lock.  0, or -EAGAIN: the parent's RLIMIT_NPROC, or there is no free pid. */
int process_add(struct process *process, struct process *parent);

/* Whether process_add() would return -EAGAIN now; later it decides.  Needs no lock. */
bool process_is_limited(const struct process *parent);

/* The opposite: from now on others cannot find it.  The caller holds process_tree_lock. */
void process_remove(struct process *process);

/* Adds a thread that has not started.  The caller holds process.lock, unless the process is not
 * added yet. */
void process_add_thread(struct process *process, struct thread *thread);

/* Removes the calling thread from its process.  It runs on the kernel's own page tables already,
 * and holds process.lock, and process_tree_lock too if it is the last thread.  Or removes a thread
 * that has not started from a process that was not added: no lock is needed. */
void process_remove_thread(struct thread *thread);

/* Begins the end of a process with a status (abi/wait.h); false if that has begun already.  All its
 * threads, the caller too, end before they next run in user mode; a caller that cannot wait for
 * that calls exit_thread().  Another process cannot be freed during the call.  Never sleeps. */
bool process_begin_exit(struct process *process, int status);

/* sched_notify() for all threads of the process but the caller.  process.lock is held. */
void process_notify_others(struct process *process, uint32_t work);

#endif
