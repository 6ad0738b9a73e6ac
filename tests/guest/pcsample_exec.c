/* exec ends pcsample; in the new program the first call returns 0. */
/* manual: pcsample, DESCRIPTION: exec */
/* machine: det=1 */
#include "pcsample.h"
#include <stdlib.h>

static uintptr_t samples[1000];

int main(int argc, char *argv[])
{
    (void)argc;
    if (!getenv("AGAIN")) {
        CHECK_EQ(pcsample(samples, 1000), 0);
        sample_burn_in(prof_spin, 5);
        CHECK_EQ(setenv("AGAIN", "1", 1), 0);
        execl(argv[0], argv[0], NULL);
        FAIL("exec of %s failed", argv[0]);
    }
    struct profstat st = sample_now();
    CHECK_EQ(st.ps_state, PROF_OFF);
    CHECK_EQ(st.ps_reason, PROF_EXEC);
    CHECK(st.ps_counted >= 5);
    clock_t start = prof_ticks();
    while (prof_ticks() < start + 10)
        prof_spin(SPIN_TURNS);
    CHECK_EQ(samples_at(samples, 1000, 0), 1000);
    CHECK_EQ(pcsample(samples, 0), 0);
    return 0;
}
