/* OmniOS's formulas: with scale RATIO * 0200000 and bufsiz the region's size * RATIO each pc of the
 * region has a count, and none behind it. */
/* manual: omnios, DESCRIPTION: ratio bufsiz */
/* machine: det=1 */
/* dialect: omnios */
#include "guest/dialect_rules.h"

#define REGION 512u

static void computed(double ratio)
{
    unsigned scale = ratio * 0200000L, bufsiz = REGION * ratio;
    memset(cells, 0, sizeof(cells));
    CHECK(bufsiz <= CELLS_OF);
    profil(cells, bufsiz, PC, scale);
    ticks_land(prof_spin, cells, CELLS, 0);
    memset(cells, 0, sizeof(cells));
    profil(cells, bufsiz, PC - (REGION - 1), scale);
    ticks_land(prof_spin, cells, CELLS, bufsiz / 2 - 1);
    memset(cells, 0, sizeof(cells));
    profil(cells, bufsiz, PC - REGION, scale);
    counts_nothing();
}

int main(void)
{
    computed(0.5);
    computed(0.25);
    computed(0.125);
    lands(1.0 * 0200000L, 127, 63);
    return 0;
}
