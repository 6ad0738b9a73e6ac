/* exec keeps the timers, with what is left of them; its program is ended by their signals, as all
 * that were caught have their default action. */
/* manual: timers, SETITIMER: exec */
/* machine: det=1 */
#include "itimer.h"

static int new_program(const char *what)
{
    if (what[0] == 's') {
        itimer_spin(1000);
        return 1;
    }
    CHECK_IN(itimer_left(ITIMER_REAL), 900000, 1000000);
    CHECK_IN(itimer_left(ITIMER_VIRTUAL), 850, 900);
    CHECK_IN(itimer_left(ITIMER_PROF), 850, 900);
    for (int which = ITIMER_REAL; which <= ITIMER_PROF; which++)
        CHECK_EQ(itimer_ticks(itimer_state(which).it_interval), 7 + which);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc > 1)
        return new_program(argv[1]);
    itimer_catch();
    CHECK_EQ(IN_CHILD(itimer_start(ITIMER_REAL, 1000000, 7); itimer_start(ITIMER_VIRTUAL, 1000, 8);
                      itimer_start(ITIMER_PROF, 1000, 9); itimer_spin(100);
                      BECOME(argv[0], "look")),
             0);
    CHECK_KILLED(IN_CHILD(itimer_start(ITIMER_PROF, 200, 0); BECOME(argv[0], "spin")), SIGPROF);
    CHECK_KILLED(IN_CHILD(itimer_start(ITIMER_VIRTUAL, 200, 0); BECOME(argv[0], "spin")),
                 SIGVTALRM);
    return 0;
}
