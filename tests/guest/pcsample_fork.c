/* fork's child goes on in its own copy of the array, with its count from 0. */
/* manual: pcsample, DESCRIPTION: fork */
/* machine: det=1 */
#include "child.h"
#include "pcsample.h"

static uintptr_t samples[100];

static void go_on(void)
{
    CHECK(sample_now().ps_counted <= 5);
    CHECK_EQ(sample_now().ps_state, PROF_ON);
    CHECK(samples_at(samples, 20, SPIN_PC) >= 18); /* the parent's */
    uint64_t n = sample_burn_in(prof_spin2, 10).ps_counted;
    CHECK(samples_at(samples, n, SPIN2_PC) >= 8);
    CHECK(samples_at(samples + n, 20 - n, SPIN_PC) >= 20 - n - 2);
    CHECK_IN(pcsample(NULL, 0), n, n + 1);
}

int main(void)
{
    CHECK_EQ(pcsample(samples, 100), 0);
    sample_burn_in(prof_spin, 20);
    CHECK_EQ(IN_CHILD(go_on()), 0);
    CHECK_EQ(samples_at(samples, 100, SPIN2_PC), 0);
    sample_burn_in(prof_spin2, 10);
    CHECK(pcsample(NULL, 0) >= 30);
    CHECK(samples_at(samples, 20, SPIN_PC) >= 18);
    CHECK(samples_at(samples + 20, 20, SPIN2_PC) >= 8);

    CHECK_EQ(IN_CHILD(CHECK_EQ(pcsample(samples, 0), 0)), 0);
    return 0;
}
