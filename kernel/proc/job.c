/* Job control; the rules are in proc/job.h. */
#include "proc/job.h"
#include "core/panic.h"
#include "dev/console.h"
#include "proc/process.h"
#include "proc/signal.h"
#include "proc/stop.h"
#include <abi/errno.h>

void job_orphan(struct process *child)
{
    assert(spin_held(&process_tree_lock));
    if (!child->stopped || !stop_is_orphaned(child->pgid))
        return;
    pid_t group = child->pgid;
    signal_group(group, SIGHUP);
    signal_group(group, SIGCONT);
}

/* ---- groups and sessions ---- */

pid_t job_new_session(void)
{
    struct process *self = current_process();
    spin_lock(&process_tree_lock);
    bool taken = process_group_session(self->pid);
    if (!taken) {
        self->sid = self->pid;
        process_set_group(self, self->pid);
    }
    spin_unlock(&process_tree_lock);
    return taken ? -EPERM : self->pid;
}

/* A process may put itself into a new group or one of its session, and its children until they
 * exec. */
int job_set_group(pid_t pid, pid_t pgid)
{
    struct process *self = current_process();
    spin_lock(&process_tree_lock);
    struct process *process = pid == 0 ? self : process_find(pid);
    if (process && pgid == 0)
        pgid = process->pid;
    int error = 0;
    if (!process || (process != self && process->parent != self))
        error = -ESRCH;
    else if (process != self && __atomic_load_n(&process->has_execed, __ATOMIC_RELAXED))
        error = -EACCES;
    else if (process->sid == process->pid || process->sid != self->sid ||
             (pgid != process->pid && process_group_session(pgid) != self->sid))
        error = -EPERM;
    else
        process_set_group(process, pgid);
    spin_unlock(&process_tree_lock);
    return error;
}

/* ---- the terminal's questions ---- */

static bool send(pid_t group, int sig)
{
    spin_lock(&process_tree_lock);
    bool heard = signal_group(group, sig);
    spin_unlock(&process_tree_lock);
    return heard;
}

static pid_t group_of_caller(void)
{
    return __atomic_load_n(&current_process()->pgid, __ATOMIC_RELAXED);
}

static int check(pid_t group)
{
    spin_lock(&process_tree_lock);
    pid_t session = process_group_session(group);
    spin_unlock(&process_tree_lock);
    if (current_process()->sid != process_first->sid)
        return -ENOTTY;
    return session != process_first->sid ? -EPERM : 0;
}

static int refuse(int sig)
{
    struct thread *thread = current_thread();
    struct process *process = thread->process;
    spin_lock(&process_tree_lock);
    spin_lock(&process->lock);
    bool deaf =
        thread->signal_mask & signal_bit(sig) || process->actions[sig].sa_handler == SIG_IGN;
    spin_unlock(&process->lock);
    int result = -EINTR;
    if (deaf && sig == SIGTTOU)
        result = 0;
    else if (deaf || stop_is_orphaned(process->pgid))
        result = -EIO;
    else
        signal_group(process->pgid, sig);
    spin_unlock(&process_tree_lock);
    return result;
}

void job_init(void)
{
    static const struct console_jobs jobs = {send, group_of_caller, check, refuse};
    console_set_jobs(&jobs);
}
