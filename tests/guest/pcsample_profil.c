/* pcsample and profil end each other, and either's 0 ends both; what pcsample stored is returned by
 * its next call all the same. */
/* manual: pcsample, DESCRIPTION: profil stops */
/* machine: det=1 */
#include "pcsample.h"

static uintptr_t samples[100];
static unsigned short counters[2];

int main(void)
{
    CHECK_EQ(profil(counters, 2, SPIN_PC, 65536), 0);
    prof_burn(5);
    CHECK_EQ(pcsample(samples, 100), 0);
    unsigned before = counters[0];
    CHECK(before >= 4);
    sample_burn_in(prof_spin, 5);
    CHECK_EQ(counters[0], before);
    CHECK_EQ(sample_now().ps_serial, 2);

    CHECK_EQ(profil(counters, 2, SPIN_PC, 65536), 0);
    prof_burn(5);
    CHECK(counters[0] >= before + 4);
    CHECK_EQ(samples[10], 0);
    long n = pcsample(samples, 0);
    CHECK(n >= 5 && n <= 10);
    CHECK_EQ(prof_now().ps_state, PROF_OFF);
    CHECK_EQ(prof_now().ps_reason, PROF_CALL);

    CHECK_EQ(pcsample(samples, 100), 0);
    CHECK_EQ(profil(NULL, 0, 0, 0), 0);
    CHECK_EQ(sample_now().ps_state, PROF_OFF);
    return 0;
}
