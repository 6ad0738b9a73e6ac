/* Real ticks land in the counter that the formula names, for many scales and distances. */
/* manual: bsd44, DESCRIPTION: relation scale-range */
/* manual: statements, BIN: scales-0-1 */
/* machine: det=1 */
#include "prof.h"

#define COUNTERS 150000

static unsigned short counters[COUNTERS];

static void try(unsigned scale, uint64_t distance)
{
    uint64_t want = (unsigned __int128)distance * scale / 65536 / 2;
    memset(counters, 0, sizeof(counters));
    CHECK_EQ(profil(counters, sizeof(counters), SPIN_PC - distance, scale), 0);
    for (clock_t start = prof_ticks(); counters[want] == 0; prof_spin(SPIN_TURNS))
        prof_patience(start, "a tick in the counter that it should hit");
    CHECK_EQ(profil(counters, 0, 0, 0), 0);
    struct profstat st = prof_now();
    if (counters[want] * 2u < st.ps_counted)
        FAIL("scale %#x distance %lu: counter %lu has %u of %lu", scale, distance, want,
             counters[want], st.ps_counted);
    CHECK_EQ(prof_sum(counters, COUNTERS), st.ps_counted);
}

int main(void)
{
    static const unsigned scales[] = {0x10000, 0xffff, 0xc000, 0x8000, 0x5555, 0x4000, 2, 1};
    static const uint64_t distances[] = {0, 1, 2, 3, 4, 7, 8, 65535, 65536, 131071, 131072, 200000};
    for (unsigned i = 0; i < sizeof(scales) / sizeof(scales[0]); i++)
        for (unsigned k = 0; k < sizeof(distances) / sizeof(distances[0]); k++)
            try(scales[i], distances[k]);
    try(2, SPIN_PC); /* offset 0: sprofil's overflow counter, but not profil's */
    try(1, SPIN_PC);
    return 0;
}
