/* Expirations of a timer whose signal is pending send no other: timer_getoverrun counts them. */
/* machine: det=1 cpus=1 */
#include "check.h"
#include <signal.h>
#include <time.h>

int main(void)
{
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1};
    struct itimerspec every_ms = {{.tv_nsec = 1000000}, {.tv_nsec = 1000000}};
    struct itimerspec off = {.it_value = {0, 0}};
    sigset_t set = 1u << SIGUSR1;
    CHECK_EQ(sigprocmask(SIG_BLOCK, &set, NULL), 0);
    timer_t timer;
    CHECK_EQ(timer_create(CLOCK_MONOTONIC, &event, &timer), 0);
    CHECK_EQ(timer_getoverrun(timer), 0);
    struct timespec until;
    CHECK_EQ(clock_gettime(CLOCK_MONOTONIC, &until), 0);
    CHECK_EQ(timer_settime(timer, 0, &every_ms, NULL), 0);
    until.tv_nsec += 20500000; /* after the 20th */
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    CHECK_EQ(clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL), 0);
    CHECK_EQ(timer_getoverrun(timer), 19);
    CHECK_EQ(sigwaitinfo(&set, NULL), SIGUSR1);
    CHECK_EQ(timer_getoverrun(timer), 19);
    CHECK_EQ(sigwaitinfo(&set, NULL), SIGUSR1);
    CHECK_EQ(timer_getoverrun(timer), 0);
    CHECK_EQ(timer_settime(timer, 0, &off, NULL), 0);
    return 0;
}
