/* The calls about processes and threads. */
#include "arch/arch.h"
#include "arch/usercopy.h"
#include "core/string.h"
#include "debug/tag.h"
#include "fs/fs.h"
#include "proc/exec.h"
#include "proc/exit.h"
#include "proc/fork.h"
#include "proc/futex.h"
#include "proc/job.h"
#include "proc/limit.h"
#include "proc/process.h"
#include "proc/signal.h"
#include "proc/wait.h"
#include "sched/sched.h"
#include "sys/syscalls.h"
#include "sys/timeout.h"
#include "vm/space.h"
#include <abi/errno.h>
#include <abi/wait.h>

/* ---- processes ---- */

int64_t sys_exit(int status)
{
    return exit_process((status & 0xff) << 8);
}

int64_t sys_fork(void)
{
    return fork_process();
}

int64_t sys_execve(const char *path, char *const argv[], char *const envp[])
{
    return exec_user(path, argv, envp);
}

int64_t sys_waitpid(pid_t pid, int *status, int options)
{
    if (options & ~(WNOHANG | WUNTRACED | WCONTINUED))
        return -EINVAL;
    return wait_child(pid, status, options);
}

int64_t sys_getpid(void)
{
    return current_process()->pid;
}

/* 0 for process 1. */
int64_t sys_getppid(void)
{
    spin_lock(&process_tree_lock);
    struct process *parent = current_process()->parent;
    pid_t pid = parent ? parent->pid : 0;
    spin_unlock(&process_tree_lock);
    return pid;
}

/* ---- groups ---- */

int64_t sys_setpgid(pid_t pid, pid_t pgid)
{
    return pgid < 0 ? -EINVAL : job_set_group(pid, pgid);
}

int64_t sys_setsid(void)
{
    return job_new_session();
}

/* pid 0 is the caller. */
static int64_t group_or_session(pid_t pid, bool session)
{
    spin_lock(&process_tree_lock);
    struct process *process = pid == 0 ? current_process() : process_find(pid);
    int64_t result = !process ? -ESRCH : session ? process->sid : process->pgid;
    spin_unlock(&process_tree_lock);
    return result;
}

int64_t sys_getpgid(pid_t pid)
{
    return group_or_session(pid, false);
}

int64_t sys_getsid(pid_t pid)
{
    return group_or_session(pid, true);
}

/* ---- limits ---- */

int64_t sys_getrlimit(int which, struct rlimit *limit)
{
    struct rlimit value;
    int error = limit_set(which, NULL, &value);
    return error ? error : copy_to_user(limit, &value, sizeof(value));
}

int64_t sys_setrlimit(int which, const struct rlimit *limit)
{
    struct rlimit value, old;
    int error = copy_from_user(&value, limit, sizeof(value));
    return error ? error : limit_set(which, &value, &old);
}

/* ---- the list for ps ---- */

/* Reads the threads' states without the scheduler's lock: each is current or just out of date. */
static char state_of(const struct process *process)
{
    if (process->zombie)
        return 'Z';
    if (process->stopped)
        return 'T';
    LIST_FOREACH (thread, &process->threads, struct thread, process_link)
        if (thread->state == THREAD_RUNNING || thread->state == THREAD_READY)
            return 'R';
    return 'S';
}

static struct procinfo describe(struct process *process)
{
    struct procinfo info = {.pi_pid = process->pid,
                            .pi_ppid = process->parent ? process->parent->pid : 0,
                            .pi_pgid = process->pgid,
                            .pi_utime = process->prof.ticks[true],
                            .pi_stime = process->prof.ticks[false]};
    spin_lock(&process->lock);
    info.pi_threads = process->nthreads;
    info.pi_state = state_of(process);
    strlcpy(info.pi_name, process->name, sizeof(info.pi_name));
    info.pi_bytes = process->space ? process->space->pages * PAGE_SIZE : 0;
    spin_unlock(&process->lock);
    return info;
}

/* By ascending pid, one at a time, because user memory cannot be written under the lock. */
int64_t sys_proclist(struct procinfo *list, size_t max)
{
    struct procinfo info = {.pi_pid = 0};
    size_t n = 0;
    for (; n < max; n++) {
        spin_lock(&process_tree_lock);
        struct process *next = process_next(info.pi_pid);
        if (next)
            info = describe(next);
        spin_unlock(&process_tree_lock);
        if (!next)
            break;
        if (copy_to_user(&list[n], &info, sizeof(info)))
            return -EFAULT;
    }
    return n;
}

/* ---- threads ---- */

/* At the entry rsp is as after a call: 8 below a multiple of 16 (System V ABI, 3.2.2). */
int64_t sys_thread_create(void (*entry)(void *), void *arg, void *stack_top, void *tls)
{
    uint64_t sp = (uint64_t)stack_top - sizeof(uint64_t);
    if ((uint64_t)stack_top % 16 != 0 || !user_range_ok(sp, 1) ||
        !user_range_ok((uint64_t)entry, 1) || !user_range_ok((uint64_t)tls, 1))
        return -EINVAL;
    return fork_thread((uint64_t)entry, sp, (uint64_t)arg, (uint64_t)tls);
}

int64_t sys_thread_exit(int *clear)
{
    if ((uint64_t)clear % sizeof(*clear) != 0)
        return -EINVAL;
    current_thread()->clear_on_exit = clear;
    exit_thread();
}

int64_t sys_gettid(void)
{
    return current_thread()->tid;
}

int64_t sys_set_tls(void *base)
{
    if (!user_range_ok((uint64_t)base, 1))
        return -EINVAL;
    arch_thread_set_tls(current_thread(), (uint64_t)base);
    return 0;
}

int64_t sys_yield(void)
{
    sched_yield();
    return 0;
}

int64_t sys_futex_wait(int *word, int expected, const struct timespec *timeout)
{
    uint64_t deadline_ns = WAITQ_FOREVER;
    int error = timeout ? timeout_from_user(timeout, &deadline_ns) : 0;
    if (!error)
        error = futex_wait(current_thread()->space, (uint64_t)word, expected, deadline_ns);
    /* Not the time anew. */
    return error == -EINTR && timeout ? signal_interrupted(RESTART_NEVER) : error;
}

int64_t sys_futex_wake(int *word, int count)
{
    return futex_wake(futex_at(current_thread()->space, (uint64_t)word), count);
}

/* ---- the machine ---- */

/* Write errors are reported by the file system and do not prevent the power-off. */
int64_t sys_poweroff(int status)
{
    fs_unmount();
    tag_check_all();
    arch_poweroff(status);
}
