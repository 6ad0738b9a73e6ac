/* With PROF_SIGNED counters stay at 32767, and the others go on. */
/* manual: sprofil, Left open: signed */
/* machine: det=1 */
#include "sprofil.h"

static unsigned short counters[2];

int main(void)
{
    struct prof regions[] = {region_at(SPIN_PC, counters, 2), region_at(SPIN2_PC, counters + 1, 2)};
    counters[0] = 32767 - 9;
    CHECK_EQ(sprofil(regions, 2, NULL, PROF_SIGNED), 0);
    prof_burn_in(prof_spin, 20);
    CHECK_EQ(counters[0], 32767);
    CHECK(prof_now().ps_full >= 9);
    prof_burn_in(prof_spin2, 20);
    sprofil_off();
    CHECK_EQ(prof_now().ps_reason, PROF_CALL);
    CHECK_EQ(counters[0], 32767);
    CHECK(counters[1] >= 18);
    CHECK_EQ(prof_now().ps_counted, 9 + counters[1]);
    return 0;
}
