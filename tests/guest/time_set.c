/* Setting CLOCK_REALTIME ends, or makes longer, the waits and the timers that have a time of it, in
 * all processes; durations and CLOCK_MONOTONIC are as before. */
#include "child.h"
#include "now.h"
#include "state_of.h"
#include <pthread.h>
#include <sched.h>
#include <sys/time.h>

#define SECOND 1000000000ll
#define LONG   1000 /* seconds: far more than the test takes */

static struct timespec in(time_t seconds)
{
    struct timespec t;
    CHECK_EQ(clock_gettime(CLOCK_REALTIME, &t), 0);
    t.tv_sec += seconds;
    return t;
}

static void set_on(time_t seconds)
{
    struct timespec t = in(seconds);
    CHECK_EQ(clock_settime(CLOCK_REALTIME, &t), 0);
}

/* The child sleeps when the clock is set; it checks itself what became of that. */
static void set_beside(pid_t child, time_t seconds)
{
    while (state_of(child) != 'S')
        sched_yield();
    set_on(seconds);
    CHECK_EQ(child_wait(child), 0);
}

static void test_gets_it(void)
{
    int64_t before = now_ns();
    struct timespec t = {2000000000, 5}, now;
    CHECK_EQ(clock_settime(CLOCK_REALTIME, &t), 0);
    CHECK_EQ(clock_gettime(CLOCK_REALTIME, &now), 0);
    CHECK_IN(now.tv_sec, t.tv_sec, t.tv_sec + LONG);
    CHECK_IN(time(NULL), t.tv_sec, t.tv_sec + LONG);
    CHECK_EQ(settimeofday(&(struct timeval){1000000000, 999999}, NULL), 0);
    CHECK_IN(time(NULL), 1000000000, 1000000000 + LONG);
    CHECK_IN(now_ns(), before, before + LONG * SECOND);
}

static void sleep_till(struct timespec until)
{
    int64_t before = now_ns();
    CHECK_EQ(clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &until, NULL), 0);
    CHECK_IN(now_ns(), before, before + LONG * SECOND);
    struct timespec now = in(0);
    CHECK(now.tv_sec > until.tv_sec ||
          (now.tv_sec == until.tv_sec && now.tv_nsec >= until.tv_nsec));
}

static void sleep_for(int64_t seconds)
{
    int64_t before = now_ns();
    CHECK_EQ(nanosleep(&(struct timespec){seconds, 0}, NULL), 0);
    CHECK_IN(now_ns(), before + seconds * SECOND, before + LONG * SECOND);
}

static void wait_till(struct timespec until)
{
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t c = PTHREAD_COND_INITIALIZER;
    int64_t before = now_ns();
    CHECK_EQ(pthread_mutex_lock(&m), 0);
    while (pthread_cond_timedwait(&c, &m, &until) == 0)
        continue; /* it may wake for no reason */
    CHECK_IN(now_ns(), before, before + LONG * SECOND);
}

static timer_t make_timer(int sig, int flags, struct timespec t)
{
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = sig};
    timer_t timer;
    CHECK_EQ(timer_create(CLOCK_REALTIME, &event, &timer), 0);
    CHECK_EQ(timer_settime(timer, flags, &(struct itimerspec){.it_value = t}, NULL), 0);
    return timer;
}

static void test_timers(void)
{
    sigset_t set = 1u << SIGUSR1;
    CHECK_EQ(sigprocmask(SIG_BLOCK, &set, NULL), 0);
    int64_t before = now_ns();
    make_timer(SIGUSR1, TIMER_ABSTIME, in(2 * LONG));
    timer_t other = make_timer(SIGUSR2, 0, (struct timespec){2 * LONG, 0});
    set_on(3 * LONG);
    CHECK_EQ(sigwaitinfo(&set, NULL), SIGUSR1);
    CHECK_IN(now_ns(), before, before + LONG * SECOND);
    struct itimerspec left;
    CHECK_EQ(timer_gettime(other, &left), 0);
    CHECK_IN(left.it_value.tv_sec, LONG, 2 * LONG);
}

static void test_errors(void)
{
    struct timespec now = in(0);
    CHECK_FAILS(clock_settime(CLOCK_REALTIME, nowhere()), EFAULT);
    CHECK_FAILS(clock_settime(CLOCK_REALTIME, &(struct timespec){-1, 0}), EINVAL);
    CHECK_FAILS(clock_settime(CLOCK_REALTIME, &(struct timespec){0, -1}), EINVAL);
    CHECK_FAILS(clock_settime(CLOCK_REALTIME, &(struct timespec){0, SECOND}), EINVAL);
    CHECK_FAILS(clock_settime(CLOCK_REALTIME, &(struct timespec){INT64_MAX, 0}), EINVAL);
    CHECK_FAILS(clock_settime(CLOCK_PROCESS_CPUTIME_ID, &now), EINVAL);
    CHECK_FAILS(settimeofday(&(struct timeval){0, 1000000}, NULL), EINVAL);
}

int main(void)
{
    test_gets_it();
    set_beside(START_CHILD(sleep_till(in(2 * LONG))), 3 * LONG);
    set_beside(START_CHILD(sleep_till(in(2))), -4);
    set_beside(START_CHILD(sleep_for(2)), 3 * LONG);
    set_beside(START_CHILD(wait_till(in(2 * LONG))), 3 * LONG);
    test_timers();
    test_errors();
    return 0;
}
