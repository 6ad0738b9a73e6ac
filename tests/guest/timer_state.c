/* timer_gettime and timer_settime report the time left and the interval; a timer that is set to 0
 * or deleted sends nothing; wrong arguments are refused. */
#include "check.h"
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <time.h>

static struct itimerspec got;

static void refusals(timer_t timer)
{
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = NSIG};
    struct itimerspec wrong = {.it_value = {.tv_nsec = 1000000000}};
    timer_t other;
    CHECK_FAILS(timer_create(CLOCK_REALTIME, &event, &other), EINVAL);
    event = (struct sigevent){.sigev_notify = 77};
    CHECK_FAILS(timer_create(CLOCK_REALTIME, &event, &other), EINVAL);
    CHECK_FAILS(timer_create(99, NULL, &other), EINVAL);
    CHECK_FAILS(timer_create(CLOCK_PROCESS_CPUTIME_ID, NULL, &other), ENOTSUP);
    CHECK_FAILS(timer_settime(timer, 0, &wrong, NULL), EINVAL);
    wrong = (struct itimerspec){.it_interval = {.tv_nsec = -1}, .it_value = {1, 0}};
    CHECK_FAILS(timer_settime(timer, 0, &wrong, NULL), EINVAL);
    CHECK_FAILS(timer_settime(timer, 2, &got, NULL), EINVAL);
    CHECK_FAILS(timer_settime(TIMER_MAX, 0, &got, NULL), EINVAL);
    CHECK_FAILS(timer_gettime(-1, &got), EINVAL);
    CHECK_FAILS(timer_getoverrun(timer + 1), EINVAL);
    CHECK_FAILS(timer_delete(timer + 1), EINVAL);
}

static void as_many_as_there_are(void)
{
    timer_t timers[TIMER_MAX], one_more;
    for (int i = 1; i < TIMER_MAX; i++)
        CHECK_EQ(timer_create(CLOCK_MONOTONIC, NULL, &timers[i]), 0);
    CHECK_FAILS(timer_create(CLOCK_MONOTONIC, NULL, &one_more), EAGAIN);
    for (int i = 1; i < TIMER_MAX; i++)
        CHECK_EQ(timer_delete(timers[i]), 0);
}

/* The next timer's signal comes after the one that a deleted timer would send. */
static void deleted(void)
{
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1};
    sigset_t set = 1u << SIGUSR1;
    CHECK_EQ(sigprocmask(SIG_BLOCK, &set, NULL), 0);
    timer_t first, second;
    CHECK_EQ(timer_create(CLOCK_MONOTONIC, NULL, &first), 0);
    CHECK_EQ(timer_create(CLOCK_MONOTONIC, &event, &second), 0);
    CHECK_EQ(timer_settime(first, 0, &(struct itimerspec){{0, 0}, {0, 20000000}}, NULL), 0);
    CHECK_EQ(timer_delete(first), 0);
    CHECK_EQ(timer_settime(second, 0, &(struct itimerspec){{0, 0}, {0, 25000000}}, NULL), 0);
    CHECK_EQ(sigwaitinfo(&set, NULL), SIGUSR1);
    CHECK_EQ(timer_delete(second), 0);
}

int main(void)
{
    deleted();
    struct sigevent none = {.sigev_notify = SIGEV_NONE};
    struct itimerspec hour = {{5, 6}, {3600, 0}}, off = {.it_value = {0, 0}};
    timer_t timer;
    CHECK_EQ(timer_create(CLOCK_MONOTONIC, NULL, &timer), 0); /* SIGALRM would end this process */
    CHECK_EQ(timer_gettime(timer, &got), 0);
    CHECK_EQ(got.it_value.tv_sec + got.it_value.tv_nsec, 0);
    CHECK_EQ(timer_settime(timer, 0, &hour, NULL), 0);
    CHECK_EQ(timer_gettime(timer, &got), 0);
    CHECK_IN(got.it_value.tv_sec, 3000, 3599);
    CHECK_EQ(got.it_interval.tv_sec, 5);
    CHECK_EQ(got.it_interval.tv_nsec, 6);
    CHECK_EQ(timer_settime(timer, 0, &off, &got), 0);
    CHECK_IN(got.it_value.tv_sec, 3000, 3599);
    CHECK_EQ(timer_settime(timer, 0, &(struct itimerspec){.it_value = {LONG_MAX, 0}}, &got), 0);
    CHECK_EQ(got.it_value.tv_sec + got.it_value.tv_nsec, 0);
    refusals(timer);
    as_many_as_there_are();
    CHECK_EQ(timer_delete(timer), 0);
    CHECK_FAILS(timer_delete(timer), EINVAL);

    CHECK_EQ(timer_create(CLOCK_REALTIME, &none, &timer), 0);
    CHECK_EQ(timer_settime(timer, 0, &(struct itimerspec){.it_value = {.tv_nsec = 1}}, NULL), 0);
    do /* it expires, and tells nobody */
        CHECK_EQ(timer_gettime(timer, &got), 0);
    while (got.it_value.tv_nsec);
    return 0;
}
