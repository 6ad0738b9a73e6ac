/* The calls about time: sleeping, clocks, ticks, interval timers. */
#include "arch/usercopy.h"
#include "core/round.h"
#include "proc/itimer.h"
#include "proc/process.h"
#include "proc/signal.h"
#include "sched/clock.h"
#include "sched/waitq.h"
#include "sys/syscalls.h"
#include "sys/timeout.h"
#include "vm/space.h"
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
    if (signal_wait_until(deadline_ns) == -ETIMEDOUT)
        return 0;
    uint64_t now_ns = clock_now_ns();
    struct timespec rest = timespec_of(now_ns < deadline_ns ? deadline_ns - now_ns : 0);
    if (left && copy_to_user(left, &rest, sizeof(rest)))
        return -EFAULT;
    return signal_interrupted(RESTART_NEVER);
}

static int64_t cpu_ns(const uint64_t *ticks)
{
    return __atomic_load_n(ticks, __ATOMIC_RELAXED) * (NS_PER_SEC / clock_hz());
}

/* The thread whose clock that is must be one of the calling process; otherwise -EINVAL. */
static int64_t thread_ns(clockid_t clock)
{
    struct process *process = current_process();
    int64_t ns = -EINVAL;
    spin_lock(&process->lock);
    LIST_FOREACH (thread, &process->threads, struct thread, process_link)
        if (-thread->tid == clock)
            ns = cpu_ns(&thread->ticks);
    spin_unlock(&process->lock);
    return ns;
}

static int64_t clock_ns(clockid_t clock)
{
    const uint64_t *ticks = current_process()->prof.ticks;
    switch (clock) {
    case CLOCK_REALTIME:
        return clock_realtime_ns();
    case CLOCK_MONOTONIC:
        return clock_now_ns();
    case CLOCK_PROCESS_CPUTIME_ID:
        return cpu_ns(&ticks[0]) + cpu_ns(&ticks[1]);
    case CLOCK_THREAD_CPUTIME_ID:
        return cpu_ns(&current_thread()->ticks);
    default:
        return thread_ns(clock);
    }
}

int64_t sys_clock_gettime(clockid_t clock, struct timespec *now)
{
    int64_t ns = clock_ns(clock);
    if (ns < 0)
        return ns;
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
    ticks.tms_utime = __atomic_load_n(&process->prof.ticks[true], __ATOMIC_RELAXED);
    ticks.tms_stime = __atomic_load_n(&process->prof.ticks[false], __ATOMIC_RELAXED);
    if (buf && copy_to_user(buf, &ticks, sizeof(ticks)))
        return -EFAULT;
    return clock_ticks();
}

/* Returns the seconds left of the real timer, rounded up: 0 means that it was stopped. */
int64_t sys_alarm(unsigned seconds)
{
    struct itimer_state state = {.value = (uint64_t)seconds * clock_hz()}, old;
    itimer_set(ITIMER_REAL, &state, &old);
    return div_round_up(old.value, clock_hz());
}

#define CALENDAR_SECONDS_MAX 6000000000 /* in 2160: a timeout may be far after it */

int64_t sys_clock_settime(clockid_t clock, const struct timespec *user_now)
{
    struct timespec now;
    if (copy_from_user(&now, user_now, sizeof(now)))
        return -EFAULT;
    if (clock != CLOCK_REALTIME || (uint64_t)now.tv_sec > CALENDAR_SECONDS_MAX ||
        (uint64_t)now.tv_nsec >= NS_PER_SEC)
        return -EINVAL;
    clock_set_realtime(now.tv_sec * NS_PER_SEC + now.tv_nsec);
    waitq_calendar_set();
    return 0;
}

/* ---- interval timers ---- */

#define USEC_PER_SEC 1000000

static bool is_valid(const struct timeval *time)
{
    return time->tv_sec >= 0 && time->tv_sec <= ITIMER_SECONDS_MAX && time->tv_usec >= 0 &&
           time->tv_usec < USEC_PER_SEC;
}

static uint64_t ticks_of(const struct timeval *time)
{
    return time->tv_sec * clock_hz() + div_round_up(time->tv_usec * clock_hz(), USEC_PER_SEC);
}

/* Rounded down, so that ticks_of() makes the same number of ticks of it. */
static struct timeval timeval_of(uint64_t ticks)
{
    return (struct timeval){.tv_sec = ticks / clock_hz(),
                            .tv_usec = ticks % clock_hz() * USEC_PER_SEC / clock_hz()};
}

int64_t sys_getitimer(int which, struct itimerval *value)
{
    return value ? sys_setitimer(which, NULL, value) : -EFAULT;
}

/* A bad pointer must not change the timer. */
int64_t sys_setitimer(int which, const struct itimerval *value, struct itimerval *old)
{
    struct itimerval times = {{0, 0}, {0, 0}};
    if (which != ITIMER_REAL && which != ITIMER_VIRTUAL && which != ITIMER_PROF)
        return -EINVAL;
    if (value && copy_from_user(&times, value, sizeof(times)))
        return -EFAULT;
    if (!is_valid(&times.it_value) || !is_valid(&times.it_interval))
        return -EINVAL;
    if (old && !space_allows(current_thread()->space, (uint64_t)old, sizeof(*old), SPACE_WRITE))
        return -EFAULT;
    struct itimer_state new = {ticks_of(&times.it_value), ticks_of(&times.it_interval)}, state;
    itimer_set(which, value ? &new : NULL, &state);
    times.it_value = timeval_of(state.value);
    times.it_interval = timeval_of(state.interval);
    return old ? copy_to_user(old, &times, sizeof(times)) : 0;
}
