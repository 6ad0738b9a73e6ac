/* A call replaces the whole set at once: each tick of its thread is in the counters of the old set
 * or in those of the new one.  A set of none turns profiling off. */
/* manual: sprofil, DESCRIPTION: replaces */
/* machine: det=1 cpus=1 kargs=hz=10000 */
#include "sprofil.h"
#include <stdlib.h>

#define ROUNDS 60

static struct prof set[2][PROF_REGIONS_MAX];

int main(void)
{
    size_t n = PROF_REGIONS_MAX * text_region_bytes() / 2;
    unsigned short *counters[2] = {calloc(n, 2), calloc(n, 2)};
    CHECK(counters[0]);
    CHECK(counters[1]);
    text_regions(set[0], counters[0]);
    text_regions(set[1], counters[1]);
    CHECK_EQ(sprofil(set[0], PROF_REGIONS_MAX, NULL, 0), 0);
    struct prof_total start = prof_total();
    for (int i = 1; i <= ROUNDS; i++)
        CHECK_EQ(sprofil(set[i % 2], PROF_REGIONS_MAX, NULL, 0), 0);
    struct prof_total end = prof_total();
    CHECK_EQ(sprofil(set[0], 0, NULL, 0), 0);
    struct profstat st = prof_now();
    CHECK_EQ(st.ps_state, PROF_OFF);
    CHECK_EQ(st.ps_reason, PROF_CALL);
    CHECK_EQ(st.ps_serial, 1 + ROUNDS);
    uint64_t ticks = end.ticks - start.ticks, later = st.ps_counted - end.st.ps_counted;
    CHECK(ticks >= 50);
    uint64_t sum = prof_sum(counters[0], n) + prof_sum(counters[1], n);
    CHECK_EQ(sum - start.st.ps_counted - later, ticks);
    clock_t now = prof_ticks();
    while (prof_ticks() < now + 20)
        prof_spin(SPIN_TURNS / 10);
    CHECK_EQ(prof_sum(counters[0], n) + prof_sum(counters[1], n), sum);

    /* Of the old set nothing is left, and profil replaces a set. */
    unsigned short one[1] = {0}, two[1] = {0};
    struct prof pair[] = {region_at(SPIN_PC, one, 2), region_at(SPIN2_PC, two, 2)};
    CHECK_EQ(sprofil(pair, 2, NULL, 0), 0);
    CHECK_EQ(sprofil(pair + 1, 1, NULL, 0), 0);
    prof_burn(20);
    CHECK_EQ(profil(one, 2, SPIN2_PC, 65536), 0);
    uint64_t before = two[0];
    prof_burn(20);
    CHECK_EQ(one[0], 0);
    prof_burn_in(prof_spin2, 20);
    CHECK(one[0] >= 10);
    CHECK_EQ(two[0], before);
    return 0;
}
