/* kprof: each period that passes is counted once: with a tick in a program or in the kernel, or as
 * idle; on one CPU that works under the instruction clock none is missed. */
/* manual: kprof, DESCRIPTION: each-period sums */
/* machine: det=1 cpus=1 */
#include "kprof_load.h"

int main(int argc, char **argv)
{
    CHECK(argc == 1);
    const char *name = strrchr(argv[0], '/') + 1; /* a lab gives it another */
    clock_t before = times(NULL);
    kprof_begin();
    clock_t begun = times(NULL);
    load(4);
    load_sleep(100);
    clock_t ending = times(NULL);
    kprof_end();
    clock_t after = times(NULL);
    CHECK_IN(kprof_periods, ending - begun, after - before);
    CHECK_EQ(kprof_cpus, 1);
    CHECK_EQ(kprof_total.kc_missed, 0);
    CHECK_IN(kprof_total.kc_idle, 90, 110);
    CHECK_IN(kprof_of(name)->kp_user, 20, 60);
    CHECK(kprof_of(name)->kp_system > 0);
    return 0;
}
