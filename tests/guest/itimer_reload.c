/* A timer starts again from the moment at which it expired, not from the one at which the signal
 * came: intervals that pass while the signal is blocked send one signal, and the next ones come
 * when they would have come. */
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
    clock_t start = user_ticks();
    itimer_start(which, 5, 10);
    CHECK_EQ(user_ticks(), start);
    CHECK_EQ(sigprocmask(SIG_BLOCK, &set, NULL), 0);
    itimer_spin(37);
    CHECK_EQ(caught[sig], 0);
    CHECK_EQ(itimer_left(which), 10 - (user_ticks() - start - 5) % 10);
    CHECK_EQ(itimer_ticks(itimer_state(which).it_interval), 10);
    CHECK_EQ(sigprocmask(SIG_UNBLOCK, &set, NULL), 0);
    CHECK_EQ(caught[sig], 1);
    clock_t expired = (user_ticks() - start + 5) / 10;
    itimer_spin(200);
    CHECK_EQ(caught[sig] - 1, (user_ticks() - start + 5) / 10 - expired);
    itimer_start(which, 0, 0);
}

int main(void)
{
    itimer_catch();
    check(ITIMER_VIRTUAL, SIGVTALRM);
    check(ITIMER_PROF, SIGPROF); /* nothing here takes a tick in the kernel: see itimer_prof.c */
    return 0;
}
