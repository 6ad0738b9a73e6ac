/* With PROF_RANGES a pc belongs to the range with the greatest pr_low that is not above it, unless
 * it is at pr_high or above; its counter is computed from pr_off. */
/* manual: sprofil, Left open: ranges */
/* machine: det=1 */
#include "sprofil.h"

static unsigned short one[8], two[8];

static struct profstat run(const struct prof_range *ranges, int n)
{
    memset(one, 0, sizeof(one));
    memset(two, 0, sizeof(two));
    CHECK_EQ(sprofil(&ranges[0].pr, n, NULL, PROF_RANGES), 0);
    prof_burn_in(prof_spin, 10);
    prof_burn_in(prof_spin2, 10);
    sprofil_off();
    return prof_now();
}

int main(void)
{
    /* In any order, pr_off below pr_low or not. */
    struct prof_range ranges[] = {{{two, 16, SPIN2_PC - 6, 65536}, SPIN2_PC, SPIN2_PC + 1},
                                  {{one, 16, SPIN_PC, 65536}, SPIN_PC - 9, SPIN_PC + 1}};
    struct profstat st = run(ranges, 2);
    CHECK(one[0] >= 8);
    CHECK(two[3] >= 8);
    CHECK_EQ(st.ps_counted, prof_sum(one, 8) + prof_sum(two, 8));

    /* The order is that of pr_low, whatever pr_off is. */
    ranges[0] = (struct prof_range){{two, 16, SPIN_PC - 8, 16}, SPIN2_PC, SPIN2_PC + 1};
    st = run(ranges, 2);
    CHECK(one[0] >= 8);
    CHECK(two[0] >= 8);

    /* A pc at pr_high is nobody's, also if the range before reaches further. */
    ranges[0] = (struct prof_range){{two, 16, 0, 1}, 0, UINTPTR_MAX};
    ranges[1] = (struct prof_range){{one, 16, SPIN_PC, 65536}, SPIN_PC - 1, SPIN_PC};
    st = run(ranges, 2);
    CHECK_EQ(one[0], 0);
    CHECK(st.ps_outside >= 16);

    /* A single range ends, too; 0 and 2 are a histogram with 64 KiB of code a counter. */
    ranges[0] = (struct prof_range){{one, 2, SPIN_PC, 65536}, SPIN_PC, SPIN_PC};
    CHECK_EQ(run(ranges, 1).ps_counted, 0);
    static unsigned short bins[256];
    ranges[0] = (struct prof_range){{bins, sizeof(bins), 0, 2}, SPIN_PC, SPIN_PC + 1};
    st = run(ranges, 1);
    CHECK(bins[SPIN_PC >> 16] >= 8);
    CHECK_EQ(st.ps_counted, bins[SPIN_PC >> 16]);
    CHECK_EQ(bins[0], 0);
    CHECK(st.ps_outside >= 8);
    return 0;
}
