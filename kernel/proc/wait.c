/* wait: how a parent learns that a child has ended, and frees it, or that the child was stopped. */
#include "proc/wait.h"
#include "arch/usercopy.h"
#include "proc/process.h"
#include "sched/sched.h"
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

/* Sleeps until a child that matches has a status: 0, the child and it.  With WNOHANG it does not
 * sleep: 0, and NULL.  Or -ECHILD or -EINTR, and NULL.  process_tree_lock is held. */
static int find_status(struct process *parent, pid_t pid, int options, struct process **found,
                       int *status)
{
    int error = 0;
    for (;;) {
        struct process *child = find_child(parent, pid, options);
        *status = child ? status_of(child, options) : -1;
        *found = *status >= 0 ? child : NULL;
        if (!child)
            return -ECHILD;
        if (*found)
            return 0;
        if (error || options & WNOHANG)
            return error;
        error = waitq_sleep_until(&parent->child_ended, &process_tree_lock, WAITQ_FOREVER);
    }
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

/*
 * The status is stored before the zombie is removed, because with a bad pointer it would be lost.
 * Under process_tree_lock the store fails if the page is not there or not writable.  Then it is
 * made without the lock, which brings the page in, and everything is checked again, since another
 * thread may have waited for that child.  For example, two threads wait for any child, and 7 has
 * ended:
 *
 *     A  locks; finds zombie 7; its store fails, as the page was never touched; unlocks
 *     B  locks; finds zombie 7; stores the status; removes 7; unlocks; returns 7
 *     A  stores the status of 7, only to bring the page in
 *     A  locks; finds no zombie; sleeps until 8 ends; stores its status over that of 7; returns 8
 */
int64_t wait_child(pid_t pid, int *user_status, int options)
{
    struct process *parent = current_process();
    for (;;) {
        spin_lock(&process_tree_lock);
        struct process *child;
        int status;
        int64_t result = find_status(parent, pid, options, &child, &status);
        bool ended = child && child->zombie;
        bool stored =
            !child || !user_status || !try_copy_to_user(user_status, &status, sizeof(status));
        if (child && stored) {
            result = child->pid;
            take_status(parent, child, status);
        }
        spin_unlock(&process_tree_lock);
        if (stored) {
            if (ended) {
                sched_merge(&child->share);
                process_destroy(child);
            }
            return result;
        }
        if (copy_to_user(user_status, &status, sizeof(status)))
            return -EFAULT;
    }
}
