/* Wait queues; the protocol is in sched/waitq.h. */
#include "sched/waitq.h"
#include "core/cpu.h"
#include "core/panic.h"
#include "sched/clock.h"
#include "sched/sched.h"
#include "sched/thread.h"
#include <abi/errno.h>

void waitq_init(struct waitq *queue)
{
    list_init(&queue->sleepers);
}

/* The deadline as a time of clock_now_ns(). */
static uint64_t on_clock(uint64_t deadline_ns)
{
    if (!(deadline_ns & WAITQ_REALTIME))
        return deadline_ns;
    int64_t left = (deadline_ns & ~WAITQ_REALTIME) - clock_realtime_ns();
    return clock_now_ns() + (left > 0 ? left : 0);
}

/* Takes sched_lock before it releases guard, so that no waker can come in between. */
static int sleep(struct waitq *queue, struct spinlock *guard, bool interruptible,
                 uint64_t deadline_ns)
{
    struct thread *self = current_thread();
    assert(spin_held(guard));
    spin_lock(&sched_lock);
    if (interruptible &&
        (__atomic_load_n(&self->work, __ATOMIC_SEQ_CST) & (WORK_SIGNAL | WORK_EXIT))) {
        spin_unlock(&sched_lock);
        debug_sleep_refused(&self->mutexes);
        return -EINTR;
    }
    self->state = THREAD_SLEEPING;
    self->interruptible = interruptible;
    self->until_realtime = deadline_ns != WAITQ_FOREVER && deadline_ns & WAITQ_REALTIME;
    self->guard = guard;
    list_push_back(&queue->sleepers, &self->link);
    spin_unlock(guard); /* its next holder sees the sleeper (mutex_unlock) */
    if (deadline_ns != WAITQ_FOREVER)
        timer_arm(&self->sleep_timer, on_clock(deadline_ns), 0);
    sched_switch();
    spin_unlock(&sched_lock);
    if (deadline_ns != WAITQ_FOREVER)
        timer_cancel(&self->sleep_timer);
    spin_lock(guard);
    return self->wake_result;
}

void waitq_sleep(struct waitq *queue, struct spinlock *guard)
{
    sleep(queue, guard, false, WAITQ_FOREVER);
}

static void deadline_passed(struct timer *timer)
{
    struct thread *thread = list_entry(timer, struct thread, sleep_timer);
    spin_lock(&sched_lock);
    if (thread->state == THREAD_SLEEPING)
        sched_wake(thread, -ETIMEDOUT);
    spin_unlock(&sched_lock);
}

int waitq_sleep_until(struct waitq *queue, struct spinlock *guard, uint64_t deadline_ns)
{
    timer_init(&current_thread()->sleep_timer, deadline_passed);
    return sleep(queue, guard, true, deadline_ns);
}

/* The caller has had guard since it made the condition true, so it sees every sleeper. */
static unsigned wake(struct waitq *queue, unsigned max)
{
    unsigned n = 0;
    if (__atomic_load_n(&queue->sleepers.next, __ATOMIC_RELAXED) == &queue->sleepers)
        return 0;
    spin_lock(&sched_lock);
    for (; n < max && !list_empty(&queue->sleepers); n++)
        sched_wake(list_entry(queue->sleepers.next, struct thread, link), 0);
    spin_unlock(&sched_lock);
    return n;
}

unsigned waitq_wake(struct waitq *queue)
{
    return wake(queue, 1);
}

unsigned waitq_wake_all(struct waitq *queue)
{
    return wake(queue, UINT32_MAX);
}

void waitq_calendar_set(void)
{
    spin_lock(&sched_lock);
    LIST_FOREACH (thread, &thread_list, struct thread, all_link)
        if (thread->state == THREAD_SLEEPING && thread->until_realtime)
            sched_wake(thread, -EAGAIN);
    spin_unlock(&sched_lock);
}
