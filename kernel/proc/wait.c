/* wait: how a parent learns that a child has ended, and frees it, or that the child was stopped. */
#include "proc/wait.h"
#include "arch/usercopy.h"
#include "proc/process.h"
#include "sched/sched.h"
#include "vm/space.h"
#include <abi/errno.h>
#include <abi/wait.h>

/* The status that waitpid with these options returns for the child now; -1: none. */
static int status_of(const struct process *child, int options)
{
    if (child->zombie)
        return child->exit_status;
    int status = __atomic_load_n(&child->stop_status, __ATOMIC_RELAXED);
    bool wanted = WIFSTOPPED(status)     ? options & WUNTRACED
                  : WIFCONTINUED(status) ? options & WCONTINUED
                                         : false;
    return wanted ? status : -1;
}

static struct process *find_any(const struct process *parent, int options)
{
    const struct list *list = list_empty(&parent->zombies) ? &parent->children : &parent->zombies;
    if (list == &parent->children && options & (WUNTRACED | WCONTINUED))
        LIST_FOREACH (child, list, struct process, sibling)
            if (status_of(child, options) >= 0)
                return child;
    return list_empty(list) ? NULL : list_entry(list->next, struct process, sibling);
}

static struct process *find_in_group(const struct process *parent, pid_t pgid, int options)
{
    struct process *found = NULL;
    LIST_FOREACH (child, process_group_list(pgid), struct process, group_link) {
        if (child->pgid != pgid || child->parent != parent)
            continue;
        found = child;
        if (status_of(child, options) >= 0)
            break;
    }
    return found;
}

/* A child that matches, one with a status if possible; NULL: none matches.  process_tree_lock is
 * held. */
static struct process *find_child(const struct process *parent, pid_t pid, int options)
{
    if (pid == -1)
        return find_any(parent, options);
    if (pid <= 0)
        return pid == INT32_MIN ? NULL
                                : find_in_group(parent, pid == 0 ? parent->pgid : -pid, options);
    struct process *child = process_find(pid);
    return child && child->parent == parent ? child : NULL;
}

static void take_status(struct process *parent, struct process *child, int status)
{
    if (child->zombie) { /* its ticks, and those of its own children that it has waited for */
        parent->child_ticks.tms_cutime += child->prof.ticks[true] + child->child_ticks.tms_cutime;
        parent->child_ticks.tms_cstime += child->prof.ticks[false] + child->child_ticks.tms_cstime;
        process_remove(child);
    } else { /* unless the child has been stopped or let go on since it was read */
        __atomic_compare_exchange_n(&child->stop_status, &status, 0, false, __ATOMIC_RELAXED,
                                    __ATOMIC_RELAXED);
    }
}

/* A bad pointer is noticed first, because the status would be lost.  It is lost if another thread
 * unmaps the page in between, or memory is out. */
int64_t wait_child(pid_t pid, int *user_status, int options)
{
    struct thread *self = current_thread();
    struct process *parent = self->process, *child;
    int status, error = 0;
    if (user_status &&
        !space_allows(self->space, (uint64_t)user_status, sizeof(status), SPACE_WRITE))
        return -EFAULT;
    spin_lock(&process_tree_lock);
    for (;;) {
        child = find_child(parent, pid, options);
        status = child ? status_of(child, options) : -1;
        if (!child || status >= 0 || error || options & WNOHANG)
            break;
        error = waitq_sleep_until(&parent->child_ended, &process_tree_lock, WAITQ_FOREVER);
    }
    int64_t result = !child ? -ECHILD : status < 0 ? error : child->pid;
    bool ended = result > 0 && child->zombie;
    if (result > 0)
        take_status(parent, child, status);
    spin_unlock(&process_tree_lock);
    if (ended) {
        sched_merge(&child->share);
        process_destroy(child);
    }
    if (result > 0 && user_status && copy_to_user(user_status, &status, sizeof(status)))
        return -EFAULT;
    return result;
}
