/*
 * Wait queues: where a thread sleeps until another makes its condition true.
 *
 * The condition is guarded by a spin lock of the caller's.  The sleeper holds it, finds the
 * condition false and calls waitq_sleep(), which releases the lock and sleeps as one step and
 * takes the lock again before it returns; the waker makes the condition true under the same lock
 * and calls waitq_wake().  So no wake-up is lost.  A sleeper looks at its condition again in a
 * loop: being woken is only a hint.
 *
 * Lock: every queue is guarded by the scheduler's one lock, inside sched/.
 */
#ifndef SCHED_WAITQ_H
#define SCHED_WAITQ_H

#include "core/list.h"
#include "core/spin.h"
#include <stdint.h>

struct waitq {
    struct list sleepers; /* struct thread.link, longest first */
};

/* clang-format off */
#define WAITQ_INIT(queue) {LIST_INIT((queue).sleepers)}
/* clang-format on */
#define WAITQ_FOREVER  UINT64_MAX
#define WAITQ_REALTIME (1ull << 63) /* in a deadline: it is a time of clock_realtime_ns() */

void waitq_init(struct waitq *queue);

/* Sleeps until woken.  Only a thread may call it, holding `guard` and no other spin lock.  Not
 * ended by signals: for waits that another part of the kernel is sure to end. */
void waitq_sleep(struct waitq *queue, struct spinlock *guard);

/* Sleeps until woken: 0; a signal for this thread or its process's end: -EINTR; or the clock
 * (clock_now_ns) reaching deadline_ns: -ETIMEDOUT.  With WAITQ_REALTIME also -EAGAIN: the calendar
 * was set. */
int waitq_sleep_until(struct waitq *queue, struct spinlock *guard, uint64_t deadline_ns);

/* Wakes the longest sleeper, or all.  From anywhere, interrupts included; `guard` may be held.
 * Returns how many were woken. */
unsigned waitq_wake(struct waitq *queue);
unsigned waitq_wake_all(struct waitq *queue);

/* Wakes the sleepers that have a deadline with WAITQ_REALTIME: the calendar was set. */
void waitq_calendar_set(void);

#endif
