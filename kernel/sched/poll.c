/*
 * One queue for all: a thread is on one queue at most, and a poller waits for many files.  The
 * machine has few pollers; each wakes for nothing when another's file changes.
 */
#include "sched/poll.h"
#include "sched/waitq.h"
#include <abi/errno.h>

static struct spinlock lock = SPINLOCK_INIT("poll");
static struct waitq pollers = WAITQ_INIT(pollers); /* guard: lock */
static uint32_t npollers, nchanges;                /* atomic; nchanges changes under lock */

int poll_wait(int (*look)(struct pollfd *fds, size_t n), struct pollfd *fds, size_t n,
              uint64_t deadline_ns)
{
    int found, error = 0;
    __atomic_fetch_add(&npollers, 1, __ATOMIC_SEQ_CST);
    do {
        uint32_t seen = __atomic_load_n(&nchanges, __ATOMIC_SEQ_CST);
        found = look(fds, n);
        spin_lock(&lock);
        while (!found && !error && nchanges == seen)
            error = waitq_sleep_until(&pollers, &lock, deadline_ns);
        spin_unlock(&lock);
    } while (!found && !error);
    __atomic_fetch_sub(&npollers, 1, __ATOMIC_SEQ_CST);
    return found || error == -ETIMEDOUT ? found : error;
}

void poll_changed(void)
{
    if (__atomic_load_n(&npollers, __ATOMIC_SEQ_CST) == 0)
        return;
    spin_lock(&lock);
    __atomic_fetch_add(&nchanges, 1, __ATOMIC_SEQ_CST);
    waitq_wake_all(&pollers);
    spin_unlock(&lock);
}
