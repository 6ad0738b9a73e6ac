/* pcsample stores each tick's pc, in the order of the ticks, and a call returns how many were
 * stored since the one before. */
/* manual: pcsample, DESCRIPTION: stores-pcs returns stops */
/* machine: det=1 cpus=1 */
#include "pcsample.h"

static uintptr_t samples[1000];

int main(void)
{
    CHECK_EQ(pcsample(samples, 1000), 0);
    CHECK_EQ(sample_now().ps_state, PROF_ON);
    uint64_t first = sample_burn_in(prof_spin, 40).ps_counted;
    sample_burn_in(prof_spin2, 40);
    long n = pcsample(NULL, 0);
    struct profstat st = sample_now();
    CHECK_EQ(st.ps_state, PROF_OFF);
    CHECK_EQ(st.ps_reason, PROF_CALL);
    CHECK_EQ(st.ps_counted, n);
    CHECK(first >= 40);
    CHECK(n >= 80);
    CHECK(samples_at(samples, first, SPIN_PC) >= first * 9 / 10);
    CHECK_EQ(samples_at(samples, first, SPIN2_PC), 0);
    CHECK(samples_at(samples + first, n - first, SPIN2_PC) >= (n - first) * 9 / 10);
    CHECK_EQ(samples_at(samples + first, n - first, SPIN_PC), 0);
    for (long i = 0; i < n; i++) /* those of ticks in the kernel, too */
        CHECK_IN(samples[i], TEXT_START, TEXT_START + TEXT_BYTES - 1);
    CHECK_EQ(samples[n], 0);

    CHECK_EQ(pcsample(samples, 1000), 0); /* none since that call */
    sample_burn_in(prof_spin2, 10);
    CHECK(samples_at(samples, 10, SPIN2_PC) >= 8); /* from the beginning again */
    n = pcsample(samples, 1000);                   /* one run replaces another */
    CHECK(n >= 10);
    CHECK(sample_burn_in(prof_spin, 5).ps_counted >= 5);
    CHECK(pcsample(samples, 0) >= 5);
    CHECK_EQ(pcsample(samples, 0), 0);
    return 0;
}
