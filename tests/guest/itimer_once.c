/* A timer whose interval is 0 expires once and then is stopped; a value of 0 stops it, and the
 * interval is kept. */
/* manual: timers, SETITIMER: once stop */
/* machine: det=1 */
#include "itimer.h"

static void check_stopped(int which, long interval)
{
    struct itimerval timer = itimer_state(which);
    CHECK_EQ(timer.it_value.tv_sec, 0);
    CHECK_EQ(timer.it_value.tv_usec, 0);
    CHECK_EQ(itimer_ticks(timer.it_interval), interval);
}

static void check(int which, int sig)
{
    check_stopped(which, 0);
    itimer_start(which, 5, 0);
    itimer_spin(20);
    CHECK_EQ(caught[sig], 1);
    check_stopped(which, 0);

    itimer_start(which, 50, 7);
    CHECK(itimer_left(which) > 0);
    itimer_start(which, 0, 7);
    check_stopped(which, 7);
    itimer_spin(100);
    CHECK_EQ(caught[sig], 1);
}

int main(void)
{
    itimer_catch();
    check(ITIMER_REAL, SIGALRM);
    check(ITIMER_VIRTUAL, SIGVTALRM);
    check(ITIMER_PROF, SIGPROF);
    return 0;
}
