/*
 * Interval timers.
 *
 * The real timer is one of the kernel's timers (sched/timer.h), whose function sends SIGALRM.
 *
 * The other two count ticks, and only ticks of their own process.  So no timer has to be armed.
 * While one of them runs, prof.timed is set, and each tick of the process sets WORK_ITIMER for the
 * thread that it is charged to.  On its way back to user mode that thread compares the process's
 * ticks with the timers', before the program executes another instruction.  A process that has no
 * such timer pays for a look at prof.timed.
 *
 *     ticks so far    100  setitimer: value 3, interval 2     expires = 103
 *                     102  a tick: not yet
 *                     103  a tick: SIGPROF                    expires = 105
 *                     108  ticks that came in one system call: one SIGPROF, expires = 109
 *
 * A call that goes to sleep after the tick is not interrupted for it: the signal comes when the
 * call is over, or when another thread of the process takes a tick.
 */
#include "proc/itimer.h"
#include "core/round.h"
#include "proc/process.h"
#include "proc/signal.h"
#include "sched/clock.h"
#include <abi/time.h>

/* ---- real time ---- */

/* Rounded down, as ns_to_ticks() rounds up: each undoes the other.  n seconds are exact. */
static uint64_t ticks_to_ns(uint64_t ticks)
{
    uint64_t hz = clock_hz();
    return ticks / hz * NS_PER_SEC + ticks % hz * NS_PER_SEC / hz;
}

static uint64_t ns_to_ticks(uint64_t ns)
{
    uint64_t hz = clock_hz();
    return ns / NS_PER_SEC * hz + div_round_up(ns % NS_PER_SEC * hz, NS_PER_SEC);
}

static void real_expired(struct timer *timer)
{
    siginfo_t info = {.si_signo = SIGALRM, .si_code = SI_KERNEL};
    signal_send(list_entry(timer, struct process, real_timer), &info);
}

/* [real_mutex] */
static struct itimer_state state_until(const struct process *process, uint64_t deadline_ns)
{
    uint64_t now_ns = clock_now_ns(); /* after deadline_ns: it may have repeated */
    if (deadline_ns == 0)
        return (struct itimer_state){0, process->real_interval};
    return (struct itimer_state){deadline_ns > now_ns ? ns_to_ticks(deadline_ns - now_ns) : 1,
                                 process->real_interval};
}

/* [real_mutex] Stops the timer, and then finds the time that was left: a timer with time left sends
 * no signal, and a timer that has sent it has no time left, except its next interval. */
static struct itimer_state stop_real(struct process *process)
{
    struct timer *timer = &process->real_timer;
    bool repeats = timer->interval_ns > 0;
    if (timer_cancel(timer))
        return state_until(process, timer->deadline_ns);
    return (struct itimer_state){repeats ? process->real_interval : 0, process->real_interval};
}

/* [real_mutex] */
static void set_real(struct process *process, const struct itimer_state *state)
{
    struct timer *timer = &process->real_timer;
    process->real_interval = state->interval;
    if (state->value > 0) {
        timer_init(timer, real_expired);
        timer_repeat(timer, clock_now_ns() + ticks_to_ns(state->value),
                     ticks_to_ns(state->interval));
    }
}

/* A timer must not be cancelled or armed under a spin lock that its function takes, so there is a
 * mutex.  `state` NULL: only gets. */
static void real(const struct itimer_state *state, struct itimer_state *old)
{
    struct process *process = current_process();
    mutex_lock(&process->real_mutex);
    if (state) {
        *old = stop_real(process);
        set_real(process, state);
    } else {
        *old = state_until(process, timer_deadline(&process->real_timer));
    }
    mutex_unlock(&process->real_mutex);
}

/* ---- the process's ticks ---- */

static uint64_t user_ticks(const struct process *process)
{
    return __atomic_load_n(&process->prof.ticks[true], __ATOMIC_RELAXED);
}

static uint64_t all_ticks(const struct process *process)
{
    return user_ticks(process) + __atomic_load_n(&process->prof.ticks[false], __ATOMIC_RELAXED);
}

/* [p] Starts a timer again that has expired, or stops it; the set of its signal, or of none. */
static sigset_t expire(struct itimer *timer, uint64_t now, int sig)
{
    if (timer->expires == 0 || now < timer->expires)
        return 0;
    uint64_t late = now - timer->expires;
    if (timer->interval > 0)
        timer->expires = now - late % timer->interval + timer->interval;
    else
        timer->expires = 0;
    return signal_bit(sig);
}

/* [p] */
static void note_timed(struct process *process)
{
    bool timed = process->virtual_timer.expires > 0 || process->prof_timer.expires > 0;
    __atomic_store_n(&process->prof.timed, timed, __ATOMIC_RELAXED);
}

/* [p] The signals of the timers that have expired; they are to be sent when the lock is released.
 */
static sigset_t expire_all(struct process *process)
{
    sigset_t due = expire(&process->virtual_timer, user_ticks(process), SIGVTALRM) |
                   expire(&process->prof_timer, all_ticks(process), SIGPROF);
    note_timed(process);
    return due;
}

static void send(struct process *process, sigset_t due, int sig)
{
    siginfo_t info = {.si_signo = sig, .si_code = SI_KERNEL};
    if (due & signal_bit(sig))
        signal_send(process, &info);
}

static void send_all(struct process *process, sigset_t due)
{
    send(process, due, SIGVTALRM);
    send(process, due, SIGPROF);
}

void itimer_check(struct thread *thread)
{
    struct process *process = thread->process;
    __atomic_and_fetch(&thread->work, ~WORK_ITIMER, __ATOMIC_RELAXED); /* before looking */
    spin_lock(&process->lock);
    sigset_t due = expire_all(process);
    spin_unlock(&process->lock);
    send_all(process, due);
}

/* [p] */
static struct itimer_state state_at(const struct itimer *timer, uint64_t now)
{
    if (timer->expires == 0)
        return (struct itimer_state){0, timer->interval};
    return (struct itimer_state){timer->expires - now, timer->interval};
}

/* [p] */
static struct itimer itimer_at(const struct itimer_state *state, uint64_t now)
{
    if (state->value == 0)
        return (struct itimer){0, state->interval};
    return (struct itimer){now + state->value, state->interval};
}

/* The ticks may go on while this runs, in other threads: what they are is read once.  `state` NULL:
 * only gets. */
static void ticking(int which, const struct itimer_state *state, struct itimer_state *old)
{
    struct process *process = current_process();
    bool is_virtual = which == ITIMER_VIRTUAL;
    struct itimer *timer = is_virtual ? &process->virtual_timer : &process->prof_timer;
    spin_lock(&process->lock);
    uint64_t now = is_virtual ? user_ticks(process) : all_ticks(process);
    sigset_t due = expire(timer, now, is_virtual ? SIGVTALRM : SIGPROF);
    *old = state_at(timer, now);
    if (state)
        *timer = itimer_at(state, now);
    note_timed(process);
    spin_unlock(&process->lock);
    send_all(process, due);
}

void itimer_set(int which, const struct itimer_state *state, struct itimer_state *old)
{
    if (which == ITIMER_REAL)
        real(state, old);
    else
        ticking(which, state, old);
}
