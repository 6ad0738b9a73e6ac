/* A counter stops at 65535, the ticks that find it full are reported, and the others go on. */
/* manual: statements, BIN: full */
/* manual: profstat, DESCRIPTION: full */
/* machine: det=1 */
#include "prof.h"

static unsigned short counters[4096];

int main(void)
{
    size_t second = (SPIN2_PC - SPIN_PC) / 2;
    CHECK(second < 4096);
    counters[0] = 65535 - 6;
    CHECK_EQ(profil(counters, sizeof(counters), SPIN_PC & ~(uintptr_t)1, 65536), 0);
    clock_t start = prof_ticks();
    while (prof_now().ps_full < 5) {
        prof_spin(SPIN_TURNS);
        prof_patience(start, "5 ticks at a full counter");
    }
    CHECK_EQ(counters[0], 65535);
    uint64_t counted = prof_now().ps_counted;
    prof_burn_in(prof_spin2, 3);
    CHECK_EQ(profil(NULL, 0, 0, 0), 0);
    CHECK_EQ(counters[0], 65535);
    CHECK(prof_now().ps_counted >= counted + 2);
    second = (SPIN2_PC - (SPIN_PC & ~(uintptr_t)1)) / 2;
    CHECK(counters[second] >= 2);
    return 0;
}
