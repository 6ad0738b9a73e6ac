/* A negative count is EINVAL and changes nothing. */
/* manual: pcsample, ERRORS: einval */
/* machine: det=1 */
#include "pcsample.h"
#include <errno.h>
#include <limits.h>

static uintptr_t samples[100], others[100];

int main(void)
{
    CHECK_EQ(pcsample(NULL, 0), 0);
    CHECK_FAILS(pcsample(others, -1), EINVAL);
    CHECK_EQ(sample_now().ps_state, PROF_OFF);
    CHECK_EQ(sample_now().ps_reason, PROF_NEVER);
    CHECK_EQ(pcsample(samples, 100), 0);
    uint64_t serial = sample_now().ps_serial, stored = sample_burn_in(prof_spin, 5).ps_counted;
    CHECK_FAILS(pcsample(others, -1), EINVAL);
    CHECK_FAILS(pcsample(NULL, LONG_MIN), EINVAL);
    CHECK_EQ(sample_now().ps_state, PROF_ON);
    CHECK_EQ(sample_now().ps_serial, serial);
    CHECK(sample_burn_in(prof_spin, 5).ps_counted >= stored + 5);
    CHECK_EQ(others[0], 0);
    CHECK(pcsample(samples, 0) >= 10);
    return 0;
}
