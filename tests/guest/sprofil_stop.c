/* With PROF_STOP the first counter to reach 32767 ends the profile: it has that hit, and no counter
 * changes any more. */
/* manual: sprofil, Left open: stop */
/* machine: det=1 */
#include "sprofil.h"

static unsigned short counters[4];
static uint32_t wide[2];

static void until_it_stops(const void *counters_of, size_t nbytes)
{
    clock_t start = prof_ticks();
    while (prof_now().ps_state == PROF_ON) {
        prof_spin(SPIN_TURNS);
        prof_patience(start, "off");
    }
    struct profstat st = prof_now();
    CHECK_EQ(st.ps_reason, PROF_FULL);
    char before[16], after[16];
    memcpy(before, counters_of, nbytes);
    start = prof_ticks();
    while (prof_ticks() < start + 10) {
        prof_spin(SPIN_TURNS);
        prof_spin2(SPIN_TURNS);
    }
    memcpy(after, counters_of, nbytes);
    CHECK_EQ(memcmp(before, after, nbytes), 0);
    struct profstat later = prof_now();
    CHECK_EQ(memcmp(&st, &later, sizeof(st)), 0);
}

int main(void)
{
    struct prof regions[] = {region_at(SPIN_PC, counters, 2), region_at(SPIN2_PC, counters + 1, 2)};
    counters[0] = 32767 - 9;
    CHECK_EQ(sprofil(regions, 2, NULL, PROF_STOP), 0);
    prof_burn_in(prof_spin2, 4);
    CHECK(counters[1] >= 3);
    CHECK_EQ(prof_now().ps_state, PROF_ON);
    until_it_stops(counters, sizeof(counters));
    CHECK_EQ(counters[0], 32767);
    CHECK_EQ(prof_now().ps_counted, 9 + counters[1]);

    /* A counter that is there already is not touched. */
    struct profstat st = prof_now();
    CHECK_EQ(sprofil(regions, 2, NULL, PROF_STOP), 0);
    until_it_stops(counters, sizeof(counters));
    CHECK_EQ(counters[0], 32767);
    CHECK_EQ(prof_now().ps_serial, st.ps_serial + 1);
    CHECK_EQ(prof_now().ps_counted, 0);
    CHECK(prof_now().ps_full >= 1);

    regions[0] = region_at(SPIN_PC, wide, 4);
    wide[0] = 32767 - 3;
    CHECK_EQ(sprofil(regions, 1, NULL, PROF_STOP | PROF_UINT), 0);
    until_it_stops(wide, sizeof(wide));
    CHECK_EQ(wide[0], 32767);

    /* Without the flag it goes on. */
    regions[0] = region_at(SPIN_PC, counters, 2);
    CHECK_EQ(sprofil(regions, 1, NULL, PROF_USHORT), 0);
    prof_burn(10);
    CHECK_EQ(prof_now().ps_state, PROF_ON);
    CHECK(counters[0] >= 32767 + 8);
    return 0;
}
