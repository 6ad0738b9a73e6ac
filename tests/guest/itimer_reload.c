/* A timer starts again from the moment at which it expired, not from the one at which the signal
 * came: intervals that pass while the signal is blocked send one signal, and the next ones come
 * when they would have come. */
/* manual: timers, SETITIMER: interval one-signal */
/* machine: det=1 */
#include "itimer.h"

static sigset_t only(int sig)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, sig);
    return set;
}

static void check(int which, int sig)
{
    sigset_t set = only(sig);
    clock_t start = itimer_started(which, 5, 10);
    CHECK_EQ(sigprocmask(SIG_BLOCK, &set, NULL), 0);
    itimer_spin(37);
    struct itimer_moment then = itimer_now(which, sig);
    CHECK_EQ(then.caught, 0);
    CHECK_EQ(then.left, 10 - (then.now - start - 5) % 10);
    CHECK_EQ(itimer_ticks(itimer_state(which).it_interval), 10);
    CHECK_EQ(sigprocmask(SIG_UNBLOCK, &set, NULL), 0);
    CHECK_EQ(caught[sig], 1);
    clock_t expired = (itimer_now(which, sig).now - start + 5) / 10;
    itimer_spin(200);
    then = itimer_now(which, sig);
    CHECK_EQ(then.caught - 1, (then.now - start + 5) / 10 - expired);
    itimer_start(which, 0, 0);
}

int main(void)
{
    itimer_catch();
    check(ITIMER_VIRTUAL, SIGVTALRM);
    check(ITIMER_PROF, SIGPROF);
    return 0;
}
