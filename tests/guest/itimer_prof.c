/* ITIMER_PROF expires once for each interval of the process's ticks, in user mode and in the
 * kernel. */
/* manual: v7, BUGS: interpreters */
/* manual: timers, SETITIMER: prof */
/* machine: det=1 */
#include "itimer.h"

#define INTERVAL 3

int main(void)
{
    itimer_catch();
    clock_t start = itimer_started(ITIMER_PROF, INTERVAL, INTERVAL);
    itimer_spin(100);
    struct itimer_moment then = itimer_now(ITIMER_PROF, SIGPROF);
    CHECK_EQ(then.caught, (then.now - start) / INTERVAL);

    clock_t user = user_ticks();
    itimer_work(100);
    then = itimer_now(ITIMER_PROF, SIGPROF);
    CHECK_EQ(then.caught, (then.now - start) / INTERVAL);
    CHECK(user_ticks() - user < 50); /* else the last check has shown little */
    itimer_start(ITIMER_PROF, 0, 0);
    int before = caught[SIGPROF];
    start = itimer_started(ITIMER_PROF, 1, 1);
    itimer_spin(50);
    then = itimer_now(ITIMER_PROF, SIGPROF);
    CHECK_EQ(then.caught - before, then.now - start);
    CHECK_EQ(caught[SIGVTALRM] + caught[SIGALRM], 0);
    return 0;
}
