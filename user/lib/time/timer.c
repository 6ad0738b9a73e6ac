/*
 * Timers (POSIX.1-2017, timer_create).
 *
 * One thread of the library serves all timers: it sleeps until the first of their deadlines, and
 * sends the signals by sigqueue(2).  It blocks all signals, and does not keep the process alive.
 * The kernel ends it at an exec, and a fork's child does not have it: neither has the timers, as
 * POSIX demands.
 *
 * Deadlines are times of CLOCK_MONOTONIC; those of TIMER_ABSTIME are times of the timer's own
 * clock.  While there is such a deadline of CLOCK_REALTIME, the thread sleeps until a time of this
 * clock: its sleep then ends when the clock is set.
 *
 * An expiration whose signal is still pending sends none: it is an overrun.  Two timers with the
 * same signal share it, so one of them may take the other's signal for its own (doc/limits.md).
 *
 * Handlers may call timer_settime, timer_gettime and timer_getoverrun.  So no signal is taken while
 * a thread has the lock.
 */
#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "../lock.h"
#include "../thread.h"

#define NS_PER_SEC 1000000000
#define NEVER      (INT64_MAX / 4) /* so that the sum of two times is no overflow */

struct timer {
    bool used;
    struct sigevent event; /* its attributes are in attr */
    pthread_attr_t attr;
    sigset_t mask; /* of the thread that made it; SIGEV_THREAD's threads have it */
    clockid_t clock;
    clockid_t at_clock;
    int64_t at_ns; /* of at_clock; 0: it is not armed */
    int64_t interval_ns;
    int64_t overruns;
};

/* One call of a SIGEV_THREAD timer: the timer may be deleted before the thread runs. */
struct notice {
    void (*func)(union sigval);
    union sigval value;
    sigset_t mask;
};

static int lock; /* of all below (lib/lock.c) */
static struct timer timers[TIMER_MAX];
static bool served;
static int changes; /* atomic: the thread sleeps on it */

/* The thread and its lock are not in the child. */
void __timers_forked(void)
{
    lock = 0;
    served = false;
    for (int i = 0; i < TIMER_MAX; i++)
        timers[i] = (struct timer){.used = false};
}

static sigset_t take_lock(void)
{
    sigset_t all, before;

    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before);
    __word_lock(&lock);
    return before;
}

static void release_lock(sigset_t before)
{
    __word_unlock(&lock);
    sigprocmask(SIG_SETMASK, &before, NULL);
}

/* ---- time ---- */

static int64_t ns_of(const struct timespec *t)
{
    return t->tv_sec < NEVER / NS_PER_SEC ? t->tv_sec * NS_PER_SEC + t->tv_nsec : NEVER;
}

static struct timespec timespec_of(int64_t ns)
{
    return (struct timespec){ns / NS_PER_SEC, ns % NS_PER_SEC};
}

static int64_t now_ns(clockid_t clock)
{
    struct timespec now;

    clock_gettime(clock, &now);
    return ns_of(&now);
}

static bool is_valid(const struct timespec *t)
{
    return t->tv_sec >= 0 && t->tv_nsec >= 0 && t->tv_nsec < NS_PER_SEC;
}

/* ---- the thread ---- */

static void *call(void *arg)
{
    struct notice notice = *(struct notice *)arg;

    free(arg);
    sigprocmask(SIG_SETMASK, &notice.mask, NULL);
    notice.func(notice.value);
    return NULL;
}

static bool start_thread(const struct timer *t)
{
    struct notice *notice = malloc(sizeof(*notice));

    if (!notice)
        return false;
    *notice = (struct notice){t->event.sigev_notify_function, t->event.sigev_value, t->mask};
    pthread_t thread;
    if (pthread_create(&thread, &t->attr, call, notice) == 0)
        return true;
    free(notice);
    return false;
}

static bool send_signal(const struct timer *t)
{
    sigset_t pending;

    sigpending(&pending);
    return !sigismember(&pending, t->event.sigev_signo) &&
           __sigqueue(getpid(), t->event.sigev_signo, SI_TIMER, t->event.sigev_value.sival_ptr) ==
               0;
}

/* False: the expiration is an overrun. */
static bool notify(const struct timer *t)
{
    if (t->event.sigev_notify == SIGEV_NONE)
        return true;
    return t->event.sigev_notify == SIGEV_THREAD ? start_thread(t) : send_signal(t);
}

static void expire(struct timer *t, int64_t now)
{
    int64_t missed = t->interval_ns ? (now - t->at_ns) / t->interval_ns : 0;

    t->at_ns = t->interval_ns ? t->at_ns + (missed + 1) * t->interval_ns : 0;
    t->overruns = notify(t) ? missed : t->overruns + missed + 1;
}

/* Returns how long to sleep: until the first deadline that is left, at most NEVER. */
static struct timespec expire_all(void)
{
    int64_t first = NEVER;
    bool realtime = false;

    for (struct timer *t = timers; t < timers + TIMER_MAX; t++) {
        if (!t->at_ns)
            continue;
        int64_t now = now_ns(t->at_clock);
        if (t->at_ns <= now)
            expire(t, now);
        if (t->at_ns && t->at_ns - now < first)
            first = t->at_ns - now;
        realtime = realtime || (t->at_ns && t->at_clock == CLOCK_REALTIME);
    }
    struct timespec left = timespec_of(first + (realtime ? now_ns(CLOCK_REALTIME) : 0));
    left.tv_nsec |= realtime ? TIMESPEC_REALTIME : 0;
    return left;
}

static void *serve(void *unused)
{
    __thread_uncount();
    for (;;) {
        int seen = __atomic_load_n(&changes, __ATOMIC_ACQUIRE);
        __word_lock(&lock);
        struct timespec left = expire_all();
        __word_unlock(&lock);
        __futex_wait(&changes, seen, &left);
    }
    return unused;
}

static void wake(void)
{
    __atomic_add_fetch(&changes, 1, __ATOMIC_RELEASE);
    __futex_wake(&changes, 1);
}

/* Caller holds the lock.  All signals are blocked, also in the new thread. */
static bool start_serving(void)
{
    pthread_attr_t attr;

    pthread_attr_init(&attr);
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
    pthread_t thread;
    served = served || pthread_create(&thread, &attr, serve, NULL) == 0;
    return served;
}

/* ---- the calls ---- */

static int failed(int error)
{
    errno = error;
    return -1;
}

static int check(clockid_t clock, const struct sigevent *event)
{
    struct timespec unused;

    if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC)
        return clock_gettime(clock, &unused) < 0 ? EINVAL : ENOTSUP;
    if (event->sigev_notify == SIGEV_SIGNAL)
        return event->sigev_signo > 0 && event->sigev_signo < NSIG ? 0 : EINVAL;
    return event->sigev_notify == SIGEV_NONE || event->sigev_notify == SIGEV_THREAD ? 0 : EINVAL;
}

/* Caller holds the lock. */
static struct timer *find_free(void)
{
    for (struct timer *t = timers; t < timers + TIMER_MAX; t++)
        if (!t->used)
            return t;
    return NULL;
}

static void fill(struct timer *t, clockid_t clock, const struct sigevent *event, sigset_t mask)
{
    *t = (struct timer){.used = true, .clock = clock, .event = *event, .mask = mask};
    pthread_attr_init(&t->attr);
    if (event->sigev_notify == SIGEV_THREAD && event->sigev_notify_attributes)
        t->attr = *event->sigev_notify_attributes;
    pthread_attr_setdetachstate(&t->attr, PTHREAD_CREATE_DETACHED);
}

int timer_create(clockid_t clock, struct sigevent *event, timer_t *id)
{
    struct sigevent alarm = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGALRM};
    int error = check(clock, event ? event : &alarm);

    if (error)
        return failed(error);
    sigset_t before = take_lock();
    struct timer *t = find_free();
    if (t && start_serving()) {
        *id = alarm.sigev_value.sival_int = t - timers;
        fill(t, clock, event ? event : &alarm, before);
    } else {
        error = EAGAIN;
    }
    release_lock(before);
    return error ? failed(error) : 0;
}

/* Takes the lock and finds the timer; otherwise no lock, EINVAL and NULL. */
static struct timer *find(timer_t id, sigset_t *before)
{
    *before = take_lock();
    if (id >= 0 && id < TIMER_MAX && timers[id].used)
        return &timers[id];
    release_lock(*before);
    errno = EINVAL;
    return NULL;
}

int timer_delete(timer_t id)
{
    sigset_t before;
    struct timer *t = find(id, &before);

    if (!t)
        return -1;
    *t = (struct timer){.used = false};
    release_lock(before);
    return 0;
}

/* Caller holds the lock.  An armed timer has at least 1 ns left. */
static struct itimerspec state_of(const struct timer *t)
{
    int64_t left = t->at_ns - now_ns(t->at_clock);

    return (struct itimerspec){timespec_of(t->interval_ns), timespec_of(!t->at_ns  ? 0
                                                                        : left > 0 ? left
                                                                                   : 1)};
}

/* Caller holds the lock. */
static void arm(struct timer *t, int flags, const struct itimerspec *value)
{
    int64_t at_ns = ns_of(&value->it_value);

    t->at_clock = flags & TIMER_ABSTIME ? t->clock : CLOCK_MONOTONIC;
    t->interval_ns = ns_of(&value->it_interval);
    t->at_ns = !at_ns || flags & TIMER_ABSTIME ? at_ns : at_ns + now_ns(CLOCK_MONOTONIC);
    t->overruns = 0;
}

int timer_settime(timer_t id, int flags, const struct itimerspec *value, struct itimerspec *old)
{
    if (!is_valid(&value->it_value) || !is_valid(&value->it_interval) || flags & ~TIMER_ABSTIME)
        return failed(EINVAL);
    sigset_t before;
    struct timer *t = find(id, &before);
    if (!t)
        return -1;
    struct itimerspec was = state_of(t);
    arm(t, flags, value);
    release_lock(before);
    if (old)
        *old = was;
    wake();
    return 0;
}

int timer_gettime(timer_t id, struct itimerspec *value)
{
    sigset_t before;
    struct timer *t = find(id, &before);

    if (!t)
        return -1;
    *value = state_of(t);
    release_lock(before);
    return 0;
}

int timer_getoverrun(timer_t id)
{
    sigset_t before;
    struct timer *t = find(id, &before);

    if (!t)
        return -1;
    int64_t overruns = t->overruns;
    release_lock(before);
    return overruns < DELAYTIMER_MAX ? (int)overruns : DELAYTIMER_MAX;
}
