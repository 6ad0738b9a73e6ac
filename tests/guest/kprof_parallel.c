/* kprof: the counts of each CPU add up to the time that passed, on four CPUs in parallel, again and
 * again; a program has one entry. */
/* manual: kprof, DESCRIPTION: each-period sums */
/* machine: cpus=4 */
#include "kprof_load.h"

int main(void)
{
    for (int turn = 0; turn < 10; turn++) {
        clock_t before = times(NULL);
        kprof_begin();
        clock_t begun = times(NULL);
        load(8);
        clock_t ending = times(NULL);
        kprof_end();
        clock_t after = times(NULL);
        CHECK_EQ(kprof_cpus, 4);
        CHECK_IN(kprof_periods, ending - begun, after - before);
        for (size_t i = 0; i < kprof_programs; i++)
            CHECK_STR(kprof_of(kprof_program[i].kp_name)->kp_name, kprof_program[i].kp_name);
    }
    return 0;
}
