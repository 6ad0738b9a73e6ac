/* The overflow counter has every tick that has no counter in the other regions, wherever it stands
 * among them, and all ticks if it stands alone. */
/* manual: sprofil, DESCRIPTION: overflow */
/* machine: det=1 */
#include "sprofil.h"

static unsigned short counter[2], overflow[2];

static void run(int n, int place)
{
    struct prof rest = {overflow, sizeof(overflow), 0, 2};
    struct prof regions[] = {region_at(SPIN_PC, counter, 2),
                             {NULL, 0, SPIN_PC + 0x100, 65536}, /* without a counter, both */
                             {counter, 4, SPIN2_PC, 0}};
    struct prof set[4];
    for (int i = 0, from = 0; i < n; i++)
        set[i] = i == place ? rest : regions[from++];
    memset(counter, 0, sizeof(counter));
    memset(overflow, 0, sizeof(overflow));
    CHECK_EQ(sprofil(set, n, NULL, PROF_USHORT), 0);
    prof_burn_in(prof_spin, 10);
    prof_burn_in(prof_spin2, 10);
    sprofil_off();
    struct profstat st = prof_now();
    if (n == 1)
        CHECK_EQ(counter[0], 0);
    else
        CHECK_IN(counter[0], 8, st.ps_user - 8);
    CHECK(overflow[0] >= 8);
    CHECK_EQ(counter[0] + overflow[0], st.ps_counted);
    CHECK_EQ(st.ps_outside, 0);
    CHECK_EQ(overflow[1], 0);
    CHECK_EQ(counter[1], 0);
}

int main(void)
{
    for (int n = 1; n <= 4; n++)
        for (int place = 0; place < n; place++)
            run(n, place);

    /* profil's scale 2 at offset 0 is a histogram: 64 KiB of code a counter. */
    static unsigned short bins[256];
    CHECK_EQ(profil(bins, sizeof(bins), 0, 2), 0);
    prof_burn(10);
    CHECK_EQ(profil(NULL, 0, 0, 0), 0);
    CHECK(bins[SPIN_PC >> 16] >= 8);
    CHECK_EQ(bins[0], 0);
    return 0;
}
