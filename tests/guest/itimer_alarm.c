/* alarm(2) and ITIMER_REAL are one timer: each replaces the other's, tells what was left of it, and
 * alarm ends the repeating. */
/* manual: timers, SETITIMER: old-value alarm */
/* machine: det=1 */
#include "itimer.h"
#include <time.h>

int main(void)
{
    itimer_catch();
    CHECK_EQ(alarm(100), 0);
    struct itimerval timer = {{7, 0}, {40, 500000}}, old;
    CHECK_EQ(setitimer(ITIMER_REAL, &timer, &old), 0);
    CHECK_IN(itimer_ticks(old.it_value), 99990, 100000);
    CHECK_EQ(itimer_ticks(old.it_interval), 0);
    CHECK_EQ(alarm(3), 41); /* rounded up */
    CHECK_EQ(itimer_ticks(itimer_state(ITIMER_REAL).it_interval), 0);
    CHECK_IN(itimer_left(ITIMER_REAL), 2990, 3000);
    CHECK_FAILS(nanosleep(&(struct timespec){50, 0}, NULL), EINTR);
    CHECK_EQ(nanosleep(&(struct timespec){50, 0}, NULL), 0);
    CHECK_EQ(caught[SIGALRM], 1);
    CHECK_EQ(alarm(0), 0);

    itimer_start(ITIMER_REAL, 10000, 0);
    CHECK_EQ(alarm(0), 10);
    CHECK_EQ(itimer_left(ITIMER_REAL), 0);
    CHECK_EQ(nanosleep(&(struct timespec){50, 0}, NULL), 0);
    CHECK_EQ(caught[SIGALRM], 1);

    itimer_start(ITIMER_PROF, 10000, 0);
    CHECK_EQ(alarm(0), 0);
    CHECK_EQ(alarm(0), 0);
    CHECK_IN(itimer_left(ITIMER_PROF), 9990, 10000);
    return 0;
}
