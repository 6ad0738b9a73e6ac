/* A process that is asleep, or that another one runs in the place of, is sent no SIGVTALRM and no
 * SIGPROF; its real timer goes on. */
/* machine: det=1 cpus=1 */
#include "itimer.h"
#include <time.h>

int main(void)
{
    itimer_catch();
    clock_t start;
    do { /* with no tick in between */
        start = prof_ticks();
        itimer_start(ITIMER_VIRTUAL, 50, 50);
        itimer_start(ITIMER_PROF, 50, 50);
    } while (prof_ticks() != start);
    CHECK_EQ(nanosleep(&(struct timespec){100, 0}, NULL), 0);
    CHECK_EQ(IN_CHILD(itimer_spin(300); itimer_work(300)), 0);
    CHECK(prof_ticks() - start < 50); /* those of fork, and of the little that is done here */
    CHECK_EQ(caught[SIGVTALRM], 0);
    CHECK_EQ(caught[SIGPROF], 0);
    CHECK(itimer_left(ITIMER_VIRTUAL) > 0);
    clock_t ticks;
    long left;
    do {
        ticks = prof_ticks() - start;
        left = itimer_left(ITIMER_PROF);
    } while (prof_ticks() - start != ticks);
    CHECK_EQ(left, 50 - ticks);

    itimer_start(ITIMER_REAL, 5000, 0);
    CHECK_FAILS(nanosleep(&(struct timespec){100, 0}, NULL), EINTR);
    CHECK_EQ(caught[SIGALRM], 1);
    CHECK_EQ(caught[SIGPROF], 0);
    return 0;
}
