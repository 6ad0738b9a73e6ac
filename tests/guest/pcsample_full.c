/* The sample that takes the last element ends pcsample; nothing is written behind it. */
/* manual: pcsample, DESCRIPTION: full */
/* machine: det=1 */
#include "pcsample.h"

static uintptr_t samples[21];

int main(void)
{
    CHECK_EQ(pcsample(samples, 20), 0);
    struct profstat st = sample_burn_in(prof_spin, 15);
    CHECK(st.ps_counted < 20);
    CHECK_EQ(st.ps_state, PROF_ON);
    st = sample_burn_in(prof_spin, 20);
    CHECK_EQ(st.ps_state, PROF_OFF);
    CHECK_EQ(st.ps_reason, PROF_FULL);
    CHECK_EQ(st.ps_counted, 20);
    CHECK(samples[19] != 0);
    CHECK_EQ(samples[20], 0);
    clock_t start = prof_ticks();
    while (prof_ticks() < start + 10)
        prof_spin2(SPIN_TURNS);
    struct profstat later = sample_now();
    CHECK_EQ(memcmp(&st, &later, sizeof(st)), 0);
    CHECK_EQ(samples_at(samples, 20, SPIN2_PC), 0);
    CHECK_EQ(pcsample(samples, 21), 20);
    sample_burn_in(prof_spin, 21);
    CHECK_EQ(sample_now().ps_reason, PROF_FULL);
    CHECK_EQ(pcsample(samples, 0), 21);
    return 0;
}
