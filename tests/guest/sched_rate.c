/* The boot word hz= is the rate of the ticks, and all interfaces report it. */
/* manual: timers, TIMES: rate */
/* manual: profstat, DESCRIPTION: hz */
/* machine: det=1 cpus=1 shift=6 kargs=hz=60 */
#include "prof.h"
#include <time.h>

static double now(void)
{
    struct timespec now;
    CHECK_EQ(clock_gettime(CLOCK_MONOTONIC, &now), 0);
    return now.tv_sec + now.tv_nsec / 1e9;
}

int main(void)
{
    CHECK_EQ(sysconf(_SC_CLK_TCK), 60);
    CHECK_EQ(prof_now().ps_hz, 60);
    double start = now();
    clock_t used = prof_ticks(), clock = times(NULL);
    while (prof_ticks() < used + 120)
        prof_spin(SPIN_TURNS / 10);
    CHECK_IN(times(NULL) - clock, 120, 121);
    /* A tick's moment is anywhere in its period, and the start was anywhere between two. */
    double seconds = now() - start;
    CHECK(seconds > 118 / 60.);
    CHECK(seconds < 121 / 60.);
    return 0;
}
