/* ITIMER_PROF expires once for each interval of the process's ticks, in user mode and in the
 * kernel. */
/* manual: v7, BUGS: interpreters */
/* machine: det=1 */
#include "itimer.h"

#define INTERVAL 3

int main(void)
{
    itimer_catch();
    clock_t start = prof_ticks();
    itimer_start(ITIMER_PROF, INTERVAL, INTERVAL);
    CHECK_EQ(prof_ticks(), start);
    itimer_spin(100);
    CHECK_EQ(caught[SIGPROF], (prof_ticks() - start) / INTERVAL);

    clock_t user = user_ticks();
    itimer_work(100);
    CHECK_EQ(caught[SIGPROF], (prof_ticks() - start) / INTERVAL);
    CHECK(user_ticks() - user < 50); /* else the last check has shown little */
    int before = caught[SIGPROF];
    start = prof_ticks();
    itimer_start(ITIMER_PROF, 1, 1);
    itimer_spin(50);
    CHECK_EQ(caught[SIGPROF] - before, prof_ticks() - start);
    CHECK_EQ(caught[SIGVTALRM] + caught[SIGALRM], 0);
    return 0;
}
