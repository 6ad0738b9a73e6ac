/* kprof: while the only process sleeps, all CPUs are idle. */
/* manual: kprof, DESCRIPTION: idle */
/* machine: det=1 cpus=4 */
#include "kprof_load.h"

int main(void)
{
    kprof_begin();
    load_sleep(900);
    kprof_end();
    CHECK_IN(kprof_periods, 899, 905); /* each tick has a moment of its own in its period */
    CHECK_IN(kprof_total.kc_idle, 4 * 900 - 20, 4 * kprof_periods);
    for (size_t i = 0; i < kprof_cpus; i++)
        CHECK(kprof_cpu[i].kc_idle >= 890);
    return 0;
}
