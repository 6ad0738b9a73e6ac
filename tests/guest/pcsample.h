/* For the tests of pcsample: samples in prof_spin and prof_spin2. */
#ifndef TESTS_GUEST_PCSAMPLE_H
#define TESTS_GUEST_PCSAMPLE_H

#include "prof.h"
#include <pcsample.h>

static inline struct profstat sample_now(void)
{
    struct profstat st;
    CHECK_EQ(profstat(&st), 0);
    CHECK_EQ(st.ps_counted + st.ps_full, st.ps_user + st.ps_system);
    CHECK_EQ(st.ps_outside, 0);
    CHECK_EQ(st.ps_lost, st.ps_full);
    return st;
}

/* Spins until that many samples are stored, all but one of them there, or sampling is off. */
static inline struct profstat sample_burn_in(void (*spin)(unsigned long), uint64_t n)
{
    uint64_t until = sample_now().ps_counted + n;
    clock_t start = prof_ticks();
    prof_spin_periods(spin, n);
    struct profstat st = sample_now();
    while (st.ps_state == PROF_ON && st.ps_counted < until) {
        spin(SPIN_TURNS);
        st = sample_now();
        if (prof_ticks() - start > 200 + (clock_t)n)
            FAIL("%lu of %lu samples", st.ps_counted, until);
    }
    return st;
}

/* How many of the samples are at that pc. */
static inline uint64_t samples_at(const uintptr_t *samples, uint64_t n, uintptr_t pc)
{
    uint64_t count = 0;
    for (uint64_t i = 0; i < n; i++)
        count += samples[i] == pc;
    return count;
}

#endif
