/* OmniOS's counts go to 32767: the tick that takes one there is the last that any counter has. */
/* manual: omnios, DESCRIPTION: full-stops */
/* manual: omnios, Left open: kept */
/* machine: det=1 */
/* dialect: omnios */
#include "guest/dialect_rules.h"

static unsigned short many[4096];

static void until_it_stops(void)
{
    for (clock_t start = prof_ticks(); prof_now().ps_state == PROF_ON; prof_spin(SPIN_TURNS))
        prof_patience(start, "off");
    CHECK_EQ(prof_now().ps_reason, PROF_FULL);
    uint64_t sum = prof_sum(many, 4096);
    ticks_pass(prof_spin);
    ticks_pass(prof_spin2);
    CHECK_EQ(prof_sum(many, 4096), sum);
    CHECK_EQ(many[0], 32767);
}

int main(void)
{
    many[0] = 32767 - 5;
    many[1] = 17;
    profil(many, sizeof(many), PC, SCALE);
    size_t second = (SPIN2_PC - SPIN_PC) / 4;
    CHECK(second < 4096);
    for (clock_t start = prof_ticks(); many[second] < 3; prof_spin2(SPIN_TURNS))
        prof_patience(start, "ticks at another counter");
    CHECK_EQ(many[1], 17);
    until_it_stops();
    CHECK_EQ(prof_now().ps_full, 0);

    profil(many, sizeof(many), PC, SCALE);
    CHECK_EQ(many[0], 32767);
    until_it_stops();
    CHECK(prof_now().ps_full >= 1);
    return 0;
}
