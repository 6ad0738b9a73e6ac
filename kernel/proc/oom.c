/*
 * A full memory; the rule is in proc/oom.h.
 *
 * The process that holds most may be ending already.  Then no second one is chosen, and threads
 * that need memory wait for its end.  So the kernel need not note which process it has chosen.  A
 * process counts until it leaves its space.  From then on until the pages are free, `freeing` is
 * not 0.
 *
 * Waiting must not be a deadlock.  A process ends by running: each of its threads has to leave the
 * kernel, and may need a mutex for that.  So only a thread without locks waits: the program itself
 * made the access.  The thread sleeps for a moment and makes the access again.  A thread in a
 * system call may hold mutexes.  It does not wait, but takes this one page from the reserve.  If
 * the reserve is used up, the call fails.  A process that is ending may have to write to the disk
 * first, so it may use the reserve.
 *
 * The list is walked with breaks, because a lock over the whole list would hold off interrupts for
 * long.  So the result can miss a process that has just begun or ended.
 *
 * A failure that kfail(2) asks for concerns the calling process alone: it is the one that ends.
 */
#include "proc/oom.h"
#include "arch/arch.h"
#include "core/print.h"
#include "core/string.h"
#include "dev/console.h"
#include "fs/mapped.h"
#include "mm/page.h"
#include "proc/process.h"
#include "proc/signal.h"
#include "sched/clock.h"
#include "sched/sched.h"
#include "vm/space.h"
#include <abi/errno.h>

#define RESERVE_PART 64
#define THREAD_PAGES 5 /* a kernel stack and a struct thread */
#define FAULT_PAGES  4 /* a page, and page tables that lead to it */
#define RETRY_NS     1000000

static size_t reserve;   /* [I] pages */
static uint32_t freeing; /* atomic: calls of oom_change_space() that have not ended */

/* The shell or one of its commands. */
static bool is_favoured(const struct process *process)
{
    if (process->rank != RANK_COMMAND)
        return process->rank == RANK_SHELL;
    return !process->has_execed ||
           __atomic_load_n(&process->pgid, __ATOMIC_RELAXED) == console_foreground();
}

bool oom_may_use_reserve(void)
{
    const struct thread *thread = current_thread();
    const struct process *process = thread->process;
    return !process || process == process_first || process->exiting || thread->uses_reserve ||
           is_favoured(process);
}

void oom_init(void)
{
    reserve = page_count_total() / RESERVE_PART;
    page_set_reserve(reserve, oom_may_use_reserve);
}

void oom_fork(struct process *child, const struct process *parent)
{
    child->rank = parent == process_first      ? RANK_SHELL
                  : parent->rank == RANK_SHELL ? RANK_COMMAND
                                               : RANK_OTHER;
}

void oom_exec(struct process *process)
{
    if (process->rank == RANK_SHELL && process->has_execed)
        process->rank = RANK_COMMAND;
}

void oom_change_space(struct space *space)
{
    struct thread *thread = current_thread();
    struct process *process = thread->process;
    struct space *old = process->space;
    bool shares = old && old->shares;
    __atomic_fetch_add(&freeing, 1, __ATOMIC_SEQ_CST);
    spin_lock(&process->lock);
    process->space = thread->space = space;
    arch_space_load();
    spin_unlock(&process->lock);
    if (old)
        space_destroy(old);
    if (shares)
        mapped_write_back(false);
    __atomic_fetch_sub(&freeing, 1, __ATOMIC_SEQ_CST);
}

/* ---- who holds most ---- */

/* In pages; 0: it has left its space.  process_tree_lock is held. */
static size_t held(struct process *process)
{
    size_t n = file_table_held(&process->files);
    spin_lock(&process->lock);
    n = process->space ? n + process->space->pages + process->nthreads * THREAD_PAGES : 0;
    spin_unlock(&process->lock);
    return n;
}

/* The pid of the process that holds most; 0 if there is none that may end. */
static pid_t find_biggest(void)
{
    size_t most = 0;
    pid_t biggest = 0;
    spin_lock(&process_tree_lock);
    struct process_walk walk;
    process_walk_begin(&walk, 0);
    struct process *process;
    while ((process = process_walk_next(&walk))) {
        size_t n = held(process);
        bool may_end = process != process_first && (n >= reserve || !is_favoured(process));
        if (may_end && n > most) {
            most = n;
            biggest = process->pid;
        }
    }
    spin_unlock(&process_tree_lock);
    return biggest;
}

static void end(pid_t pid)
{
    char name[PROC_NAME_MAX + 1];
    spin_lock(&process_tree_lock);
    struct process *process = process_find(pid);
    size_t n = process ? held(process) : 0;
    bool first = process && !process->zombie && process_begin_exit(process, SIGKILL);
    if (first)
        strlcpy(name, process->name, sizeof(name));
    spin_unlock(&process_tree_lock);
    if (first)
        print("%s[%d]: killed by SIGKILL: memory is out, and it held most: %lu KiB\n", name, pid,
              n * PAGE_SIZE / 1024);
}

/* Whether memory is out still, and not about to be free.  To be asked after find_biggest(), which
 * may not have seen a process whose memory is free by now. */
static bool is_out(void)
{
    return __atomic_load_n(&freeing, __ATOMIC_SEQ_CST) == 0 && page_count_spare() < FAULT_PAGES;
}

/* ---- page faults ---- */

int oom_fault(uint64_t addr, uint32_t access, bool may_wait)
{
    struct thread *thread = current_thread();
    struct process *process = thread->process;
    int error = space_fault(thread->space, addr, access);
    if (error != -ENOMEM)
        return error;
    bool is_asked_for = __atomic_load_n(&process->fails, __ATOMIC_RELAXED);
    if (is_asked_for && !may_wait)
        return error;
    pid_t pid = is_asked_for ? process->pid : find_biggest();
    if (is_asked_for || is_out())
        end(pid);
    if (may_wait) { /* the program itself made the access, so no lock is held */
        if (signal_wait_until(clock_now_ns() + RETRY_NS) == -EINTR)
            sched_yield();
        return 0;
    }
    thread->uses_reserve = true;
    error = space_fault(thread->space, addr, access);
    thread->uses_reserve = false;
    return error;
}
