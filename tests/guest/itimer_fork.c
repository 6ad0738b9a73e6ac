/* fork's child has no timers, and its parent's go on; what each does counts for itself. */
/* manual: timers, SETITIMER: fork */
/* machine: det=1 cpus=1 */
#include "itimer.h"

static void check_child(void)
{
    for (int which = ITIMER_REAL; which <= ITIMER_PROF; which++) {
        CHECK_EQ(itimer_left(which), 0);
        CHECK_EQ(itimer_ticks(itimer_state(which).it_interval), 0);
    }
    itimer_spin(300);
    CHECK_EQ(caught[SIGALRM] + caught[SIGVTALRM] + caught[SIGPROF], 0);
    itimer_start(ITIMER_PROF, 10, 0);
    itimer_spin(30);
    CHECK_EQ(caught[SIGPROF], 1);
}

int main(void)
{
    itimer_catch();
    itimer_start(ITIMER_REAL, 100000, 5);
    itimer_start(ITIMER_VIRTUAL, 100, 5);
    itimer_start(ITIMER_PROF, 100, 5);
    CHECK_EQ(IN_CHILD(check_child()), 0);
    CHECK_IN(itimer_left(ITIMER_REAL), 50000, 100000);
    CHECK_IN(itimer_left(ITIMER_VIRTUAL), 90, 100);
    CHECK_IN(itimer_left(ITIMER_PROF), 90, 100);
    CHECK_EQ(caught[SIGALRM] + caught[SIGVTALRM] + caught[SIGPROF], 0);
    return 0;
}
