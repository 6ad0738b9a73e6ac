/* The calls about time: sleeping, clocks, ticks, alarms. */
#include "arch/usercopy.h"
#include "core/round.h"
#include "proc/process.h"
#include "proc/signal.h"
#include "sched/clock.h"
#include "sched/timer.h"
#include "sched/waitq.h"
#include "sys/syscalls.h"
#include "sys/timeout.h"
#include <abi/errno.h>

static struct timespec timespec_of(uint64_t ns)
{
    return (struct timespec){.tv_sec = ns / NS_PER_SEC, .tv_nsec = ns % NS_PER_SEC};
}

int64_t sys_nanosleep(const struct timespec *want, struct timespec *left)
{
    uint64_t deadline_ns;
    int error = timeout_from_user(want, &deadline_ns);
    if (error)
        return error;
    struct spinlock guard = SPINLOCK_INIT("nanosleep");
    struct waitq queue; /* never woken: only the deadline or a signal ends the sleep */
    waitq_init(&queue);
    spin_lock(&guard);
    do
        error = waitq_sleep_until(&queue, &guard, deadline_ns);
    while (!error);
    spin_unlock(&guard);
    if (error == -ETIMEDOUT)
        return 0;
    uint64_t now_ns = clock_now_ns();
    struct timespec rest = timespec_of(now_ns < deadline_ns ? deadline_ns - now_ns : 0);
    if (left && copy_to_user(left, &rest, sizeof(rest)))
        return -EFAULT;
    return signal_interrupted();
}

int64_t sys_clock_gettime(clockid_t clock, struct timespec *now)
{
    if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC)
        return -EINVAL;
    uint64_t ns = clock == CLOCK_REALTIME ? clock_realtime_ns() : clock_now_ns();
    struct timespec time = timespec_of(ns);
    return copy_to_user(now, &time, sizeof(time));
}

/* The result counts ticks since boot. */
int64_t sys_times(struct tms *buf)
{
    struct process *process = current_process();
    spin_lock(&process_tree_lock);
    struct tms ticks = process->child_ticks;
    spin_unlock(&process_tree_lock);
    ticks.tms_utime = __atomic_load_n(&process->prof.user_ticks, __ATOMIC_RELAXED);
    ticks.tms_stime = __atomic_load_n(&process->prof.system_ticks, __ATOMIC_RELAXED);
    if (buf && copy_to_user(buf, &ticks, sizeof(ticks)))
        return -EFAULT;
    return clock_ticks();
}

static void alarm_expired(struct timer *timer)
{
    siginfo_t info = {.si_signo = SIGALRM, .si_code = SI_KERNEL};
    signal_send(list_entry(timer, struct process, alarm), &info);
}

/* Returns the seconds left of the previous alarm, rounded up: 0 means that there was none.  A timer
 * must not be cancelled or armed under a spin lock that its function takes, so there is a mutex. */
int64_t sys_alarm(unsigned seconds)
{
    struct process *process = current_process();
    struct timer *timer = &process->alarm;
    uint64_t left_ns = 0;
    mutex_lock(&process->alarm_mutex);
    uint64_t now_ns = clock_now_ns();
    if (timer_cancel(timer))
        left_ns = timer->deadline_ns > now_ns ? timer->deadline_ns - now_ns : 1;
    if (seconds > 0) {
        timer_init(timer, alarm_expired);
        timer_arm(timer, now_ns + seconds * NS_PER_SEC);
    }
    mutex_unlock(&process->alarm_mutex);
    return div_round_up(left_ns, NS_PER_SEC);
}
