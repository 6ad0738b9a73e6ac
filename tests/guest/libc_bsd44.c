/* A source of 4.4BSD's time is compiled, with <sys/cdefs.h> and the macros for times.  It finds the
 * clock's rate as such sources do: by the interval of a timer that is stopped. */
/* manual: timers, SETITIMER: null-reads */
/* machine: det=1 kargs=hz=100 */
/* dialect: bsd44 */
#include "check.h"
#include <sys/cdefs.h>
#include <sys/time.h>

__BEGIN_DECLS
static int rate __P((int which));
__END_DECLS

static rate(which) register which;
{
    struct itimerval shortest = {{0, 1}, {0, 0}}, stopped = {{9, 9}, {9, 9}};
    CHECK_EQ(setitimer(which, &shortest, (struct itimerval *)0), 0);
    CHECK_EQ(setitimer(which, &shortest, &stopped), 0);
    CHECK(!timerisset(&stopped.it_value));
    CHECK_EQ(setitimer(which, (struct itimerval *)0, &stopped), 0);
    CHECK(!timerisset(&stopped.it_value));
    return 1000000 / stopped.it_interval.tv_usec;
}

static is(time, sec, usec) struct timeval *time;
{
    CHECK_EQ(time->tv_sec, sec);
    CHECK_EQ(time->tv_usec, usec);
}

main()
{
    struct timeval a = {2, 600000}, b = {1, 600000}, c, ab;
    for (int which = ITIMER_REAL; which <= ITIMER_PROF; which++)
        CHECK_EQ(rate(which), 100);
    CHECK_EQ(setitimer(ITIMER_PROF, NULL, NULL), 0);

    CHECK(timercmp(&a, &b, >));
    CHECK(!timercmp(&a, &a, !=));
    timeradd(&a, &b, &c);
    is(&c, 4, 200000);
    CHECK(timercmp(&a, &c, <));
    timersub(&c, &b, &c);
    is(&c, 2, 600000);
    timersub(&c, &a, &c);
    CHECK(!timerisset(&c));
    timerclear(&a);
    is(&a, 0, 0);
    CHECK_STR(__STRING(of 1993), "of 1993");
    CHECK(&__CONCAT(a, b) == &ab);
    return 0;
}
