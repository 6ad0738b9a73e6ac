/* What OmniOS's manual recommends for programs of 64 bits: pcsample, which stores the pcs
 * themselves.  It and profil end each other. */
/* manual: omnios, DESCRIPTION: pcsample */
/* manual: pcsample, SYNOPSIS: types */
/* manual: pcsample, DESCRIPTION: profil */
/* machine: det=1 */
/* dialect: omnios */
#include <pcsample.h>

long pcsample(uintptr_t samples[], long nsamples);

#include "guest/dialect_rules.h"

#define FAR 0x300001100

static uintptr_t samples[1000];

int main(void)
{
    void (*spin)(unsigned long) = spin_at(FAR);
    CHECK_EQ(pcsample(samples, 1000), 0);
    ticks_pass(spin);
    turn_on();
    long n = pcsample(samples, 1000), there = 0;
    CHECK(n >= 4);
    for (long i = 0; i < n; i++)
        there += samples[i] == FAR;
    CHECK(there >= 3);
    memset(cells, 0, sizeof(cells));
    ticks_pass(prof_spin);
    CHECK_EQ(prof_sum(cells, CELLS), 0);
    CHECK(pcsample(samples, 0) >= 4);
    return 0;
}
