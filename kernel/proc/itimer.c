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
        timer_arm(timer, clock_now_ns() + ticks_to_ns(state->value), ticks_to_ns(state->interval));
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

static uint64_t ticks_of(const struct process *process, int which)
{
    uint64_t user = __atomic_load_n(&process->prof.ticks[true], __ATOMIC_RELAXED);
    if (which == ITIMER_VIRTUAL)
        return user;
    return user + __atomic_load_n(&process->prof.ticks[false], __ATOMIC_RELAXED);
}

static struct itimer *timer_of(struct process *process, int which)
{
    return which == ITIMER_VIRTUAL ? &process->virtual_timer : &process->prof_timer;
}

/* [p] If the timer has expired, sends its signal, and starts it again or stops it. */
static void expire(struct process *process, int which, uint64_t now)
{
    struct itimer *timer = timer_of(process, which);
    siginfo_t info = {.si_code = SI_KERNEL,
                      .si_signo = which == ITIMER_VIRTUAL ? SIGVTALRM : SIGPROF};
    if (timer->expires == 0 || now < timer->expires)
        return;
    uint64_t late = now - timer->expires;
    if (timer->interval > 0)
        timer->expires = now - late % timer->interval + timer->interval;
    else
        timer->expires = 0;
    signal_send_locked(process, &info);
}

/* [p] */
static void note_timed(struct process *process)
{
    bool timed = process->virtual_timer.expires > 0 || process->prof_timer.expires > 0;
    __atomic_store_n(&process->prof.timed, timed, __ATOMIC_RELAXED);
}

void itimer_check(struct thread *thread)
{
    struct process *process = thread->process;
    __atomic_and_fetch(&thread->work, ~WORK_ITIMER, __ATOMIC_RELAXED); /* before looking */
    spin_lock(&process->lock);
    expire(process, ITIMER_VIRTUAL, ticks_of(process, ITIMER_VIRTUAL));
    expire(process, ITIMER_PROF, ticks_of(process, ITIMER_PROF));
    note_timed(process);
    spin_unlock(&process->lock);
}

/* The ticks may go on while this runs, in other threads: what they are is read once.  `state` NULL:
 * only gets. */
static void ticking(int which, const struct itimer_state *state, struct itimer_state *old)
{
    struct process *process = current_process();
    struct itimer *timer = timer_of(process, which);
    spin_lock(&process->lock);
    uint64_t now = ticks_of(process, which);
    expire(process, which, now);
    old->value = timer->expires > 0 ? timer->expires - now : 0;
    old->interval = timer->interval;
    if (state) {
        timer->expires = state->value > 0 ? now + state->value : 0;
        timer->interval = state->interval;
    }
    note_timed(process);
    spin_unlock(&process->lock);
}

void itimer_set(int which, const struct itimer_state *state, struct itimer_state *old)
{
    if (which == ITIMER_REAL)
        real(state, old);
    else
        ticking(which, state, old);
}
