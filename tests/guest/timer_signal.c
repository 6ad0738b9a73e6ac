/* A timer's signal has its code and value; a timer without an event sends SIGALRM; one that repeats
 * sends again, on both clocks, for absolute times too. */
#include "check.h"
#include <signal.h>
#include <time.h>
#include <unistd.h>

static const struct timespec soon = {.tv_nsec = 1000000};
static const struct itimerspec once = {.it_value = {.tv_nsec = 1}};
static const struct itimerspec often = {{.tv_nsec = 1000000}, {.tv_nsec = 1}};

static siginfo_t take(int sig)
{
    sigset_t set = 1u << sig;
    siginfo_t info;
    CHECK_EQ(sigwaitinfo(&set, &info), sig);
    CHECK_EQ(info.si_code, SI_TIMER);
    CHECK_EQ(info.si_pid, getpid());
    return info;
}

static void expires(clockid_t clock)
{
    struct sigevent event = {
        .sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1, .sigev_value = {.sival_ptr = &event}};
    timer_t timer;
    CHECK_EQ(timer_create(clock, &event, &timer), 0);
    CHECK_EQ(timer_settime(timer, 0, &once, NULL), 0);
    CHECK(take(SIGUSR1).si_value.sival_ptr == &event);
    CHECK_EQ(timer_getoverrun(timer), 0);

    CHECK_EQ(timer_settime(timer, 0, &often, NULL), 0);
    for (int i = 0; i < 5; i++)
        take(SIGUSR1);

    struct timespec now;
    CHECK_EQ(clock_gettime(clock, &now), 0);
    struct itimerspec at = {.it_value = {now.tv_sec + 1, now.tv_nsec}};
    CHECK_EQ(timer_settime(timer, TIMER_ABSTIME, &at, NULL), 0);
    sigtimedwait(&(sigset_t){1u << SIGUSR1}, NULL, &(struct timespec){0}); /* of before */
    take(SIGUSR1);
    CHECK_EQ(clock_gettime(clock, &now), 0);
    CHECK(now.tv_sec > at.it_value.tv_sec ||
          (now.tv_sec == at.it_value.tv_sec && now.tv_nsec >= at.it_value.tv_nsec));
    CHECK_EQ(timer_delete(timer), 0);
}

int main(void)
{
    sigset_t set = 1u << SIGUSR1 | 1u << SIGALRM;
    CHECK_EQ(sigprocmask(SIG_BLOCK, &set, NULL), 0);
    expires(CLOCK_REALTIME);
    expires(CLOCK_MONOTONIC);

    timer_t first, timer;
    CHECK_EQ(timer_create(CLOCK_REALTIME, NULL, &first), 0);
    CHECK_EQ(timer_create(CLOCK_REALTIME, NULL, &timer), 0);
    CHECK(first != timer);
    CHECK_EQ(timer_settime(timer, 0, &once, NULL), 0);
    CHECK_EQ(take(SIGALRM).si_value.sival_int, timer);
    CHECK_EQ(nanosleep(&soon, NULL), 0); /* interrupted by nothing that the library does */
    return 0;
}
