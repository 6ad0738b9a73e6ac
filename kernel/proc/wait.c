/* wait: how a parent learns that a child has ended, and frees it. */
#include "proc/wait.h"
#include "arch/usercopy.h"
#include "proc/process.h"
#include <abi/errno.h>

static struct process *find_any(const struct process *parent)
{
    const struct list *list = list_empty(&parent->zombies) ? &parent->children : &parent->zombies;
    return list_empty(list) ? NULL : list_entry(list->next, struct process, sibling);
}

static struct process *find_in_group(const struct process *parent, pid_t pgid)
{
    struct process *found = NULL;
    LIST_FOREACH (child, process_group_list(pgid), struct process, group_link) {
        if (child->pgid != pgid || child->parent != parent)
            continue;
        found = child;
        if (child->zombie)
            break;
    }
    return found;
}

/* A child that matches, a zombie if possible; NULL: none matches.  process_tree_lock is held. */
static struct process *find_child(const struct process *parent, pid_t pid)
{
    if (pid == -1)
        return find_any(parent);
    if (pid <= 0)
        return pid == INT32_MIN ? NULL : find_in_group(parent, pid == 0 ? parent->pgid : -pid);
    struct process *child = process_find(pid);
    return child && child->parent == parent ? child : NULL;
}

/* Sleeps until a child that matches is a zombie: 0, and the child.  If hang is false it does not
 * sleep: 0, and NULL.  Or -ECHILD or -EINTR, and NULL.  process_tree_lock is held. */
static int find_zombie(struct process *parent, pid_t pid, bool hang, struct process **zombie)
{
    int error = 0;
    for (;;) {
        struct process *child = find_child(parent, pid);
        *zombie = child && child->zombie ? child : NULL;
        if (!child)
            return -ECHILD;
        if (*zombie)
            return 0;
        if (error || !hang)
            return error;
        error = waitq_sleep_until(&parent->child_ended, &process_tree_lock, WAITQ_FOREVER);
    }
}

/* Also the ticks of the child's own children that it has waited for. */
static void add_child_ticks(struct process *parent, const struct process *child)
{
    parent->child_ticks.tms_cutime += child->prof.ticks[true] + child->child_ticks.tms_cutime;
    parent->child_ticks.tms_cstime += child->prof.ticks[false] + child->child_ticks.tms_cstime;
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
int64_t wait_child(pid_t pid, int *user_status, bool hang)
{
    struct process *parent = current_process();
    for (;;) {
        spin_lock(&process_tree_lock);
        struct process *child;
        int64_t result = find_zombie(parent, pid, hang, &child);
        int status = child ? child->exit_status : 0;
        bool stored =
            !child || !user_status || !try_copy_to_user(user_status, &status, sizeof(status));
        if (child && stored) {
            result = child->pid;
            add_child_ticks(parent, child);
            process_remove(child);
        }
        spin_unlock(&process_tree_lock);
        if (stored) {
            if (child)
                process_destroy(child);
            return result;
        }
        if (copy_to_user(user_status, &status, sizeof(status)))
            return -EFAULT;
    }
}
