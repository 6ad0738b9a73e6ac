/* Each of 1024 regions, given in no order, counts the ticks of its own code: together, with those
 * outside, all; and those at a known pc in that pc's counter. */
/* manual: sprofil, DESCRIPTION: each-region */
/* machine: det=1 */
#include "sprofil.h"
#include <stdlib.h>

static struct prof regions[PROF_REGIONS_MAX];

static size_t index_of(uintptr_t pc)
{
    return (pc - TEXT_START) / 2;
}

int main(void)
{
    size_t n = PROF_REGIONS_MAX * text_region_bytes() / 2;
    unsigned short *counters = calloc(n, 2);
    CHECK(counters);
    text_regions(regions, counters);
    for (size_t i = 0; i < PROF_REGIONS_MAX; i++) {
        struct prof region = regions[i];
        size_t other = i * 7919 % PROF_REGIONS_MAX;
        regions[i] = regions[other];
        regions[other] = region;
    }
    CHECK_EQ(sprofil(regions, PROF_REGIONS_MAX, NULL, PROF_USHORT), 0);
    CHECK_EQ(prof_now().ps_serial, 1);
    prof_burn_in(prof_spin, 60);
    uint64_t spun = counters[index_of(SPIN_PC)];
    CHECK(spun >= 55);
    prof_burn_in(prof_spin2, 30);
    sprofil_off();
    struct profstat st = prof_now();
    CHECK_EQ(st.ps_reason, PROF_CALL);
    CHECK(counters[index_of(SPIN2_PC)] >= 27);
    CHECK_EQ(counters[index_of(SPIN_PC)], spun);
    CHECK_EQ(prof_sum(counters, n), st.ps_counted);
    CHECK_EQ(st.ps_outside, 0);

    /* One counter at each of two pcs, far from each other; all else is outside. */
    unsigned short one[2] = {0}, two[1] = {0};
    struct prof pair[] = {region_at(SPIN2_PC, two, 2), region_at(SPIN_PC, one, 2)};
    CHECK_EQ(sprofil(pair, 2, NULL, 0), 0);
    prof_burn_in(prof_spin, 20);
    CHECK_EQ(two[0], 0);
    prof_burn_in(prof_spin2, 20);
    sprofil_off();
    st = prof_now();
    CHECK(one[0] >= 18 && two[0] >= 18);
    CHECK_EQ(one[1], 0);
    CHECK_EQ(one[0] + two[0], st.ps_counted);
    CHECK_EQ(one[0] + two[0] + st.ps_outside, st.ps_user + st.ps_system);
    return 0;
}
