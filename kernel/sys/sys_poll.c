/* poll(2). */
#include "arch/usercopy.h"
#include "fs/file.h"
#include "fs/file_table.h"
#include "proc/process.h"
#include "proc/signal.h"
#include "sched/poll.h"
#include "sched/sched.h"
#include "sys/syscalls.h"
#include "sys/timeout.h"
#include <abi/errno.h>

/* Sets the revents of the entries in user memory: how many are not 0; or -EFAULT. */
static int look(struct pollfd *user_fds, size_t n)
{
    int found = 0;
    for (size_t i = 0; i < n; i++) {
        struct pollfd entry;
        if (copy_from_user(&entry, &user_fds[i], sizeof(entry)))
            return -EFAULT;
        struct file *file = file_table_get(&current_process()->files, entry.fd);
        short ready = file ? file_poll(file) & (entry.events | POLLERR | POLLHUP) : POLLNVAL;
        if (file)
            file_put(file);
        if (entry.fd < 0)
            ready = 0;
        if (copy_to_user(&user_fds[i].revents, &ready, sizeof(ready)))
            return -EFAULT;
        found += ready != 0;
        sched_yield_if_due();
    }
    return found;
}

int64_t sys_poll(struct pollfd *user_fds, size_t n, const struct timespec *timeout,
                 const sigset_t *user_mask)
{
    if (n > OPEN_MAX)
        return -EINVAL;
    uint64_t deadline_ns = WAITQ_FOREVER;
    sigset_t mask = current_thread()->signal_mask;
    int64_t result = timeout ? timeout_from_user(timeout, &deadline_ns) : 0;
    if (!result && user_mask)
        result = copy_from_user(&mask, user_mask, sizeof(mask));
    if (result)
        return result;
    signal_set_wait_mask(mask);
    result = poll_wait(look, user_fds, n, deadline_ns);
    if (result == -EINTR)
        return signal_interrupted(timeout ? RESTART_NEVER : RESTART_IF_NONE);
    signal_set_mask(current_thread()->saved_mask);
    return result;
}
