/* ITIMER_VIRTUAL expires once for each interval of the process's ticks in user mode; those in the
 * kernel do not count. */
/* machine: det=1 */
#include "itimer.h"

#define INTERVAL 3

int main(void)
{
    itimer_catch();
    clock_t start = user_ticks();
    itimer_start(ITIMER_VIRTUAL, INTERVAL, INTERVAL);
    CHECK_EQ(user_ticks(), start);
    itimer_spin(100);
    CHECK_EQ(caught[SIGVTALRM], (user_ticks() - start) / INTERVAL);

    int before = caught[SIGVTALRM];
    clock_t user = user_ticks();
    itimer_work(100);
    CHECK_IN(caught[SIGVTALRM] - before, 0, (user_ticks() - user) / INTERVAL + 1);
    CHECK_EQ(caught[SIGVTALRM], (user_ticks() - start) / INTERVAL);
    CHECK(user_ticks() - user < 50); /* else the last two checks have shown little */
    CHECK_EQ(caught[SIGPROF] + caught[SIGALRM], 0);
    return 0;
}
