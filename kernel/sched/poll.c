/*
 * One queue for all: a thread is on one queue at most, and a poller waits for many files.  The
 * machine has few pollers; each wakes for nothing when another's file changes.
 */
#include "sched/poll.h"
#include "sched/waitq.h"

static struct spinlock lock = SPINLOCK_INIT("poll");
static struct waitq pollers = WAITQ_INIT(pollers); /* guard: lock */
static uint32_t npollers, nchanges;                /* atomic */

void poll_begin(void)
{
    __atomic_fetch_add(&npollers, 1, __ATOMIC_SEQ_CST);
}

void poll_end(void)
{
    __atomic_fetch_sub(&npollers, 1, __ATOMIC_SEQ_CST);
}

uint32_t poll_changes(void)
{
    return __atomic_load_n(&nchanges, __ATOMIC_SEQ_CST);
}

int poll_wait(uint32_t seen, uint64_t deadline_ns)
{
    int error = 0;
    spin_lock(&lock);
    while (!error && poll_changes() == seen)
        error = waitq_sleep_until(&pollers, &lock, deadline_ns);
    spin_unlock(&lock);
    return error;
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
