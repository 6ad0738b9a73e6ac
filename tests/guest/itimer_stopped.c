/* The real timer, when it is stopped, either had time left or has sent its signal, never both; and
 * one that repeats tells its interval at any moment. */
/* machine: det=1 cpus=1 kargs=hz=10000 */
#include "itimer.h"
#include <stdbool.h>

#define TURNS 10000
#define STEP  3

/* Starts it, stops it some time later, at each moment around its first signal, and says what was
 * left of it, in ticks; *came: whether there was a signal. */
static struct itimerval stopped(int turn, long interval, bool *came)
{
    static const struct itimerval none;
    int before = caught[SIGALRM];
    itimer_start(ITIMER_REAL, 1, interval);
    for (volatile int i = 0; i < turn; i++)
        ;
    struct itimerval left;
    CHECK_EQ(setitimer(ITIMER_REAL, &none, &left), 0);
    *came = caught[SIGALRM] != before;
    return left;
}

int main(void)
{
    int ncame = 0;
    itimer_catch();
    for (int turn = 0; turn < TURNS; turn += STEP) {
        bool came;
        CHECK_EQ(itimer_ticks(stopped(turn, 0, &came).it_value), !came);
        ncame += came;
        struct itimerval left = stopped(turn, 1, &came);
        CHECK_EQ(itimer_ticks(left.it_value), 1);
        CHECK_EQ(itimer_ticks(left.it_interval), 1);
    }
    CHECK_IN(ncame, TURNS / STEP / 10, (TURNS - TURNS / 10) / STEP);
    return 0;
}
