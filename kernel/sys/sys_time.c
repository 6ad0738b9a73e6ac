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

static int copy_state(struct itimerval *value, const struct itimer_state *state)
{
    struct itimerval times = {.it_interval = timeval_of(state->interval),
                              .it_value = timeval_of(state->value)};
    return copy_to_user(value, &times, sizeof(times));
}

static bool is_itimer(int which)
{
    return which == ITIMER_REAL || which == ITIMER_VIRTUAL || which == ITIMER_PROF;
}

int64_t sys_getitimer(int which, struct itimerval *value)
{
    if (!is_itimer(which))
        return -EINVAL;
    struct itimer_state state;
    itimer_set(which, NULL, &state);
    return copy_state(value, &state);
}

/* Stores the old state before the timer is set as well as after it: a bad pointer must not change
 * the timer. */
int64_t sys_setitimer(int which, const struct itimerval *value, struct itimerval *old)
{
    if (!is_itimer(which))
        return -EINVAL;
    struct itimerval times;
    if (value && copy_from_user(&times, value, sizeof(times)))
        return -EFAULT;
    if (value && (!is_valid(&times.it_value) || !is_valid(&times.it_interval)))
        return -EINVAL;
    int64_t error = old ? sys_getitimer(which, old) : 0;
    if (error || !value)
        return error;
    struct itimer_state state = {ticks_of(&times.it_value), ticks_of(&times.it_interval)};
    struct itimer_state old_state;
    itimer_set(which, &state, &old_state);
    return old ? copy_state(old, &old_state) : 0;
}
