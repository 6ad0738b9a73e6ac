/* A tick in user mode is counted at the very instruction that it interrupted. */
/* manual: bsd44, DESCRIPTION: every-tick */
/* machine: det=1 */
#include "prof.h"

int main(void)
{
    unsigned short counters[3] = {0};
    /* The middle counter covers the two bytes of the LOOP instruction. */
    CHECK_EQ(profil(counters, sizeof(counters), SPIN_PC - 2, 65536), 0);
    prof_burn(15);
    struct profstat st = prof_now();
    CHECK_EQ(profil(counters, sizeof(counters), 0, 0), 0);
    CHECK_EQ(counters[0], 0);
    CHECK_EQ(counters[1], st.ps_counted);
    CHECK_EQ(counters[2], 0);
    CHECK(st.ps_counted >= 14); /* all but what fell between two spins */
    return 0;
}
