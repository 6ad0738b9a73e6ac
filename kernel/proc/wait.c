/* wait: how a parent learns of a child's end, and frees it. */
#include "proc/wait.h"
#include "arch/usercopy.h"
#include "mm/page.h"
#include "proc/process.h"
#include <abi/errno.h>

static bool is_wanted(const struct process *child, pid_t pid, const struct process *parent)
{
    if (pid > 0)
        return child->pid == pid;
    return pid == -1 || child->pgid == (pid == 0 ? parent->pgid : -(int64_t)pid);
}

/* A child that matches, one that has ended if there is any; NULL: none at all.  Holds
 * process_tree_lock. */
static struct process *find_child(struct process *parent, pid_t pid)
{
    struct process *found = NULL;
    LIST_FOREACH (child, &parent->children, struct process, sibling) {
        if (!is_wanted(child, pid, parent))
            continue;
        found = child;
        if (child->zombie)
            break;
    }
    return found;
}

static void take_over_ticks(struct process *parent, const struct process *child)
{
    parent->child_ticks.tms_cutime += child->prof.user_ticks + child->child_ticks.tms_cutime;
    parent->child_ticks.tms_cstime += child->prof.system_ticks + child->child_ticks.tms_cstime;
}

/*
 * The status is stored before the zombie goes, or a bad pointer would lose it.  Under
 * process_tree_lock the store works only if the page is there; if not, it is brought in without the
 * lock, by a store of the same value, and everything looked at again: the child may be another
 * thread's by then.
 */
int64_t wait_child(pid_t pid, int *user_status, bool hang)
{
    struct process *parent = current_process();
    int64_t result = 0;
    spin_lock(&process_tree_lock);
    for (;;) {
        struct process *child = find_child(parent, pid);
        if (!child) {
            result = -ECHILD;
            break;
        }
        if (!child->zombie) {
            if (result < 0 || !hang)
                break;
            result = waitq_sleep_until(&parent->child_ended, &process_tree_lock, WAITQ_FOREVER);
            continue;
        }
        int status = child->exit_status;
        if (user_status && copy_to_user(user_status, &status, sizeof(status))) {
            spin_unlock(&process_tree_lock);
            if (copy_to_user(user_status, &status, sizeof(status)))
                return -EFAULT;
            spin_lock(&process_tree_lock);
            continue;
        }
        result = child->pid;
        take_over_ticks(parent, child);
        process_remove(child);
        spin_unlock(&process_tree_lock);
        page_free(child);
        return result;
    }
    spin_unlock(&process_tree_lock);
    return result;
}
