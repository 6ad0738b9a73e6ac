/*
 * Threads: what a CPU runs.  A kernel thread has no process; a user thread belongs to one and
 * enters its address space whenever it runs.
 *
 * Locks: [S] sched_lock, inside sched/; [I] fixed when the thread starts; [o] the thread itself;
 * [a] atomic.  [p] its process's lock.
 */
#ifndef SCHED_THREAD_H
#define SCHED_THREAD_H

#include "core/list.h"
#include "core/spin.h"
#include "debug/locks.h"
#include "prof/prof.h"
#include "sched/timer.h"
#include <abi/limits.h>
#include <abi/signal.h>
#include <abi/types.h>
#include <machine.h>

struct mutex;
struct process;
struct share;
struct space;

enum thread_state { THREAD_NEW, THREAD_READY, THREAD_RUNNING, THREAD_SLEEPING, THREAD_DEAD };

/* Bits of thread.work: what is to be done before the thread next runs in user mode. */
#define WORK_RESCHED 1u  /* another thread's turn */
#define WORK_PROF    2u  /* ticks are pending: prof_flush() */
#define WORK_SIGNAL  4u  /* a signal may be deliverable */
#define WORK_EXIT    8u  /* the thread is to end: exit_thread() */
#define WORK_ITIMER  16u /* an interval timer may have expired: itimer_check() */

/* When a call that a signal interrupted is made again.  A signal may turn out to be another
 * thread's: then no handler runs. */
enum restart {
    RESTART_IF_SET, /* after a handler with SA_RESTART, or none */
    RESTART_IF_NONE,
    RESTART_NEVER,
    RESTART_ALWAYS,
};

/* The part of a pending signal's siginfo that is kept. */
struct sender {
    int code;
    pid_t pid;
    union sigval value; /* or si_status */
};

struct thread {
    uint64_t kernel_sp;       /* [S] while it does not run: its stack pointer, for arch_switch() */
    uint32_t work;            /* [a] WORK_*; THREAD_WORK in assembly */
    enum thread_state state;  /* [S] */
    uint64_t left_to_pc;      /* [o] where SYSRET last returned to; 0 after an interrupt.
                                 THREAD_LEFT_TO_PC */
    void *stack;              /* [I] its kernel stack, by arch_stack_alloc() */
    struct trap_frame *frame; /* [I] its user registers, at the top of the kernel stack */
    struct list link;         /* [S] run queue or wait queue */
    struct list all_link;     /* [S] thread_list */
    struct cpu *cpu;          /* [S] where it runs, or last ran */
    bool interruptible;       /* [S] sleeping so that a signal ends the sleep */
    bool until_realtime;      /* [S] the sleep's deadline is a time of the calendar */
    int wake_result;          /* [S] what the sleep returns */
    uint64_t ticks;           /* [a] in user mode and in the kernel; its CPU counts them */
    uint64_t since_ns;        /* [S] since when it waits or, if it runs, is uncharged */
    struct share *share;      /* [S] its process's share of the CPUs (sched/runq.h) */
    const struct spinlock *guard; /* [S] of the condition that it last slept for */
    const struct mutex *wants;    /* [o] the mutex that it sleeps for, or NULL */
    tid_t tid;                    /* [I] */
    char name[PROC_NAME_MAX + 1]; /* [o] for messages and the kernel's profile; its program's */
    uint32_t traced;              /* [S] the last trace that knows its name (trace/trace.c) */
    struct timer sleep_timer;     /* [o] */

    struct process *process;  /* [o] NULL for a kernel thread, and once it has left its process */
    struct profile *profile;  /* [o] its process's ticks and profile; NULL when process is, but
                                 kept at the end of a process (proc/exit.c) */
    struct profile *left;     /* [o] while it ends: of the process that it has left; else NULL */
    struct space *space;      /* [o] whose page tables to run on; NULL: the kernel's own */
    struct list process_link; /* [p] the process's list of threads */
    bool uses_reserve;        /* [o] of pages, for the moment (proc/oom.c) */
    sigset_t signal_mask;     /* [o] written by the thread; read by others, under [p] */
    sigset_t saved_mask;      /* [o] the same; in a wait with another mask: the one after it */
    enum restart restart;     /* [o] whether the interrupted call is made again (proc/signal.h) */
    sigset_t pending;         /* [p] signals sent to this thread, not to its process */
    struct sender senders[NSIG]; /* [p] of those */
    uint64_t signal_restorer;    /* [o] the return address of its last handler; 0: it had none */
    stack_t alternate;           /* [o] for handlers with SA_ONSTACK; ss_size 0: none */
    siginfo_t fault;             /* [o] a fault's signal for its handler; si_signo 0: none */
    uint64_t tls_base;           /* [o] the FS base; others look for the thread that has it */
    int *clear_on_exit;          /* [o] user word that joiners wait on, or NULL */
    struct prof_pending pending_ticks[PROF_SESSIONS]; /* [o] with interrupts off */
    struct machine_thread machine;                    /* [o] floating point state */
    struct debug_locks mutexes;                       /* [o] the mutexes that it holds, and more */
};

/* All threads that have started and not been freed, except the idle threads.  [S] */
extern struct list thread_list;

/* Makes a thread that will call entry(arg) in the kernel; it does not run before sched_start().
 * NULL when memory is out.  A user thread is one whose entry ends in arch_enter_user(). */
struct thread *thread_create(const char *name, void (*entry)(void *arg), void *arg);

/* Frees a thread that never ran.  The scheduler frees one that has ended, see sched_end(). */
void thread_destroy(struct thread *thread);

size_t thread_count(void); /* all except those of sched_idle() */

/* For a panic: prints which thread this CPU runs, and the system call that it is in. */
void thread_print_current(void);

/* The same for any thread, that is, ", thread 4 (cat), in system call read". */
void thread_print(const struct thread *thread);

#endif
