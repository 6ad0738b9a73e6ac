/* setitimer and getitimer: what is wrong is refused and changes nothing; values are rounded up to
 * the tick, and the largest is kept. */
/* manual: timers, SETITIMER: old-value rounded-up */
/* manual: timers, ERRORS: einval efault */
/* machine: det=1 kargs=hz=60 */
#include "itimer.h"

static void check_refused(int which)
{
    static const struct timeval bad[] = {{0, 1000000},          {0, -1},        {-1, 0},
                                         {0xffffffff + 1ll, 0}, {INT64_MAX, 0}, {INT64_MIN, 0}};
    struct itimerval timer = {{4, 0}, {400, 0}}, old = {{1, 2}, {3, 4}};
    CHECK_EQ(setitimer(which, &timer, NULL), 0);
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        CHECK_FAILS(setitimer(which, &(struct itimerval){bad[i], {1, 0}}, &old), EINVAL);
        CHECK_FAILS(setitimer(which, &(struct itimerval){{1, 0}, bad[i]}, &old), EINVAL);
    }
    CHECK_FAILS(setitimer(which, nowhere(), &old), EFAULT);
    CHECK_FAILS(setitimer(which, NULL, nowhere()), EFAULT);
    CHECK_FAILS(setitimer(which, &(struct itimerval){{1, 0}, {1, 0}}, nowhere()), EFAULT);
    CHECK_FAILS(getitimer(which, nowhere()), EFAULT);
    CHECK_EQ(old.it_interval.tv_sec * 1000 + old.it_interval.tv_usec, 1002);
    CHECK_EQ(old.it_value.tv_sec * 1000 + old.it_value.tv_usec, 3004);
    CHECK_IN(itimer_left(which), 399 * 60, 400 * 60);
    CHECK_EQ(itimer_ticks(itimer_state(which).it_interval), 240);
}

/* The interval comes back exactly, as time does not change it. */
static void check_interval(int which, struct timeval set, long sec, long usec)
{
    struct itimerval timer = {set, {1000, 0}}, old;
    CHECK_EQ(setitimer(which, &timer, NULL), 0);
    CHECK_EQ(setitimer(which, &(struct itimerval){{0, 0}, {0, 0}}, &old), 0);
    CHECK_EQ(old.it_interval.tv_sec, sec);
    CHECK_EQ(old.it_interval.tv_usec, usec);
}

int main(void)
{
    struct itimerval timer = {{0, 0}, {0, 0}};
    CHECK_FAILS(setitimer(-1, &timer, NULL), EINVAL);
    CHECK_FAILS(setitimer(3, &timer, NULL), EINVAL);
    CHECK_FAILS(getitimer(-1, &timer), EINVAL);
    CHECK_FAILS(getitimer(3, &timer), EINVAL);
    for (int which = ITIMER_REAL; which <= ITIMER_PROF; which++) {
        check_refused(which);
        check_interval(which, (struct timeval){0, 1}, 0, 16666);
        check_interval(which, (struct timeval){0, 16666}, 0, 16666);
        check_interval(which, (struct timeval){0, 16667}, 0, 33333);
        check_interval(which, (struct timeval){2, 999999}, 3, 0);
        check_interval(which, (struct timeval){0xffffffff, 999999}, 0x100000000, 0);
        /* One pointer for both: the new value is read first. */
        timer = (struct itimerval){{5, 0}, {50, 0}};
        CHECK_EQ(setitimer(which, &timer, &timer), 0);
        CHECK_EQ(timer.it_value.tv_sec, 0);
        CHECK_EQ(setitimer(which, &(struct itimerval){{0, 0}, {0, 0}}, &timer), 0);
        CHECK_EQ(timer.it_interval.tv_sec, 5);
        CHECK_IN(itimer_ticks(timer.it_value), 49 * 60, 50 * 60);
    }
    return 0;
}
