/* A second call replaces the buffer: old counts stay where they are, the new profile starts at 0,
 * and ticks at two places are credited to each exactly.  On, off, on works. */
/* manual: statements, PROCESS: regions */
/* machine: det=1 */
#include "prof.h"

static unsigned short first[1], second[1];

int main(void)
{
    uint64_t want_first = 0, want_second = 0;
    for (int round = 0; round < 4; round++) {
        CHECK_EQ(profil(first, sizeof(first), SPIN_PC, 65536), 0);
        CHECK_EQ(prof_now().ps_counted, 0);
        prof_burn(2);
        prof_burn_in(prof_spin2, 2); /* outside this buffer */
        want_first += prof_now().ps_counted;
        CHECK(prof_now().ps_outside >= 1);

        CHECK_EQ(profil(second, sizeof(second), SPIN2_PC, 65536), 0);
        prof_burn(2);
        prof_burn_in(prof_spin2, 2);
        want_second += prof_now().ps_counted;
        if (round % 2)
            CHECK_EQ(profil(NULL, 0, 0, 0), 0);
        CHECK_IN(first[0], want_first, want_first + 1); /* one between stat and call */
        want_first = first[0];
    }
    CHECK(want_first >= 4);
    CHECK(want_second >= 4);
    CHECK_IN(second[0], want_second, want_second + 4);
    return 0;
}
