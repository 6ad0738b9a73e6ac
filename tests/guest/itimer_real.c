/* ITIMER_REAL sends SIGALRM at its value and then at whole intervals after that, asleep or not,
 * however late each signal is taken. */
/* manual: timers, SETITIMER: real interval one-signal */
/* machine: det=1 cpus=1 */
#include "itimer.h"
#include "now.h"
#include <time.h>

int main(void)
{
    itimer_catch();
    int64_t start = now_ns() / 1000;
    itimer_start(ITIMER_REAL, 500, 200);
    for (int i = 0; i < 50; i++) {
        CHECK_FAILS(pause(), EINTR);
        CHECK_EQ(caught[SIGALRM], i + 1);
        CHECK_IN(now_ns() / 1000 - start, 500000 + i * 200000, 500000 + i * 200000 + 500);
        itimer_spin(i % 20);
    }
    int64_t left = 500000 + 50 * 200000 - (now_ns() / 1000 - start);
    CHECK_IN(itimer_left(ITIMER_REAL), left / 1000, left / 1000 + 1);
    CHECK_EQ(itimer_ticks(itimer_state(ITIMER_REAL).it_interval), 200);

    /* Blocked for five intervals and a half: one signal, and the next half an interval later. */
    sigset_t set;
    sigfillset(&set);
    CHECK_EQ(sigprocmask(SIG_BLOCK, &set, NULL), 0);
    start = now_ns() / 1000;
    itimer_start(ITIMER_REAL, 200, 200);
    CHECK_EQ(nanosleep(&(struct timespec){1, 100000000}, NULL), 0);
    CHECK_EQ(caught[SIGALRM], 50);
    CHECK_EQ(sigprocmask(SIG_UNBLOCK, &set, NULL), 0);
    CHECK_EQ(caught[SIGALRM], 51);
    CHECK_FAILS(pause(), EINTR);
    CHECK_IN(now_ns() / 1000 - start, 1200000, 1200500);

    itimer_start(ITIMER_REAL, 0, 0);
    CHECK_EQ(nanosleep(&(struct timespec){10, 0}, NULL), 0);
    CHECK_EQ(caught[SIGALRM], 52);
    return 0;
}
