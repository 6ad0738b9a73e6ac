/* With PROF_SCALE_CLOCK all of a range's pcs are counted in its first counter, those below pr_off
 * too, if there is room for one. */
/* machine: det=1 */
#include "sprofil.h"

static unsigned short counters[4];
static uint32_t wide[2];

static struct profstat run(struct prof_range range, unsigned flags)
{
    CHECK_EQ(sprofil(&range.pr, 1, NULL, PROF_RANGES | flags), 0);
    prof_burn_in(prof_spin, 10);
    prof_burn_in(prof_spin2, 10);
    sprofil_off();
    return prof_now();
}

int main(void)
{
    struct prof_range all = {{counters, 8, SPIN2_PC, PROF_SCALE_CLOCK}, 0, UINTPTR_MAX};
    struct profstat st = run(all, 0);
    CHECK_EQ(counters[0], st.ps_user + st.ps_system);
    CHECK_EQ(st.ps_outside, 0);
    CHECK_EQ(counters[1], 0);

    counters[0] = 0;
    all.pr_low = SPIN_PC;
    all.pr_high = SPIN_PC + 1;
    st = run(all, PROF_LAZY);
    CHECK_EQ(counters[0], st.ps_counted);
    CHECK(st.ps_counted >= 8);
    CHECK(st.ps_outside >= 8);

    all.pr.pr_size = 1;
    st = run(all, PROF_LAZY);
    CHECK_EQ(st.ps_counted, 0);
    CHECK_EQ(prof_now().ps_reason, PROF_CALL);

    all = (struct prof_range){{wide, 8, SPIN_PC, PROF_SCALE_CLOCK}, 0, UINTPTR_MAX};
    wide[0] = 65535;
    st = run(all, PROF_UINT);
    CHECK_EQ(wide[0], 65535 + st.ps_user + st.ps_system);
    CHECK_EQ(wide[1], 0);
    return 0;
}
