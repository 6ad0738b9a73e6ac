/* Threads that set, get and stop one process's timers while the signals come: nothing hangs, what
 * is left is never more than was set, and no timer is left behind that fires in a process that has
 * ended. */
/* machine: cpus=4 kargs=hz=10000 */
#include "itimer.h"
#include "threads.h"

#define TURNS 3000

static void *work(void *number)
{
    for (int i = 0; i < TURNS; i++) {
        int which = (i + (int)(intptr_t)number) % 3;
        struct itimerval old, timer = {{0, 100 * (i % 3)}, {0, 100 * (i % 4)}};
        CHECK_EQ(setitimer(which, &timer, &old), 0);
        CHECK_IN(itimer_ticks(old.it_value), 0, 4);
        CHECK_IN(itimer_left(which), 0, 4);
        prof_spin(1 + i % 100 * 10);
    }
    return number;
}

int main(void)
{
    itimer_catch();
    run_all(work);
    CHECK(caught[SIGALRM] + caught[SIGVTALRM] + caught[SIGPROF] > 0);
    for (int i = 0; i < 50; i++) {
        itimer_start(ITIMER_REAL, 1, 1);
        CHECK_EQ(IN_CHILD(itimer_start(ITIMER_REAL, 1, 1); itimer_start(ITIMER_PROF, 1, 1);
                          itimer_catch(); prof_spin(1 + 100 * i)),
                 0);
    }
    return 0;
}
