/* Counters of 32 bits go past 65535, and stop at 2^32 - 1; one covers 4 bytes of code at scale
 * 65536. */
/* manual: sprofil, DESCRIPTION: uint */
/* machine: det=1 */
#include "sprofil.h"

static uint32_t counters[4];

int main(void)
{
    struct prof region = region_at(SPIN_PC - 3, counters, 8); /* prof_spin's last byte: counter 0 */
    counters[0] = 65530;
    CHECK_EQ(sprofil(&region, 1, NULL, PROF_UINT), 0);
    prof_burn(20);
    sprofil_off();
    CHECK_EQ(counters[0], 65530 + prof_now().ps_counted - counters[1]);
    CHECK(counters[0] >= 65530 + 18);

    region.pr_off = SPIN_PC - 4; /* counter 1 */
    counters[1] = UINT32_MAX - 5;
    uint32_t before = counters[0];
    CHECK_EQ(sprofil(&region, 1, NULL, PROF_UINT), 0);
    prof_burn(20);
    sprofil_off();
    struct profstat st = prof_now();
    CHECK_EQ(counters[1], UINT32_MAX);
    CHECK(st.ps_full >= 10);
    CHECK_EQ(st.ps_counted, 5 + counters[0] - before);
    CHECK_EQ(counters[2], 0);
    CHECK_EQ(counters[3], 0);
    return 0;
}
