/* ITIMER_VIRTUAL expires once for each interval of the process's ticks in user mode; those in the
 * kernel do not count. */
/* manual: timers, SETITIMER: virtual */
/* machine: det=1 */
#include "itimer.h"

#define INTERVAL 3

int main(void)
{
    itimer_catch();
    clock_t start = itimer_started(ITIMER_VIRTUAL, INTERVAL, INTERVAL);
    itimer_spin(100);
    struct itimer_moment then = itimer_now(ITIMER_VIRTUAL, SIGVTALRM);
    CHECK_EQ(then.caught, (then.now - start) / INTERVAL);

    int before = caught[SIGVTALRM];
    clock_t user = user_ticks();
    itimer_work(100);
    CHECK_IN(caught[SIGVTALRM] - before, 0, (user_ticks() - user) / INTERVAL + 1);
    then = itimer_now(ITIMER_VIRTUAL, SIGVTALRM);
    CHECK_EQ(then.caught, (then.now - start) / INTERVAL);
    CHECK(user_ticks() - user < 50); /* else the last two checks have shown little */
    CHECK_EQ(caught[SIGPROF] + caught[SIGALRM], 0);
    return 0;
}
