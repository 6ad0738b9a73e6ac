/* Limits of processes.  The table of files and the space have copies of those that they check. */
#include "proc/limit.h"
#include "core/panic.h"
#include "core/string.h"
#include "mm/page.h"
#include "proc/process.h"
#include "vm/space.h"
#include <abi/errno.h>
#include <abi/limits.h>

/* Pages of memory for each process that there may be: one that has just forked takes 14, and a
 * shell 30. */
#define PAGES_EACH 24

#define OPEN_SOFT 1024 /* as select(2) takes */

void limit_init(struct process *process)
{
    rlim_t nprocesses = page_count_total() / PAGES_EACH;
    process->limits[RLIMIT_AS] = (struct rlimit){RLIM_INFINITY, RLIM_INFINITY};
    process->limits[RLIMIT_NOFILE] = (struct rlimit){OPEN_SOFT, OPEN_MAX};
    file_table_set_limit(&process->files, OPEN_SOFT);
    process->limits[RLIMIT_NPROC] = (struct rlimit){nprocesses, nprocesses};
    process->limits[RLIMIT_STACK] = (struct rlimit){STACK_BYTES, STACK_BYTES};
}

static void tell(struct process *process, int which)
{
    rlim_t limit = process->limits[which].rlim_cur;
    if (which == RLIMIT_NOFILE)
        file_table_set_limit(&process->files, (int)limit);
    else if (which == RLIMIT_AS)
        space_set_limit(process->space, limit);
}

void limit_fork(struct process *child, const struct process *parent)
{
    assert(spin_held(&parent->lock));
    memcpy(child->limits, parent->limits, sizeof(child->limits));
    for (int which = 0; which < RLIM_NLIMITS; which++)
        tell(child, which);
}

int limit_set(int which, const struct rlimit *limit, struct rlimit *old)
{
    struct process *process = current_process();
    if (which < 0 || which >= RLIM_NLIMITS || (limit && limit->rlim_cur > limit->rlim_max))
        return -EINVAL;
    if (limit && which == RLIMIT_STACK && limit->rlim_cur != STACK_BYTES)
        return -EINVAL;
    spin_lock(&process->lock);
    *old = process->limits[which];
    int error = limit && limit->rlim_max > old->rlim_max ? -EPERM : 0;
    if (limit && !error) {
        process->limits[which] = *limit;
        tell(process, which);
    }
    spin_unlock(&process->lock);
    return error;
}
