/* *tick is the mean time between two ticks; all of it is written, and nothing for NULL. */
/* manual: sprofil, DESCRIPTION: tick */
/* machine: det=1 kargs=hz=400 */
#include "sprofil.h"

int main(void)
{
    static unsigned short counters[1];
    struct prof region = region_at(SPIN_PC, counters, 2);
    struct timeval tick = {-1, -1};
    CHECK_EQ(sprofil(&region, 1, &tick, 0), 0);
    CHECK_EQ(tick.tv_sec, 0);
    CHECK_EQ(tick.tv_usec, 2500);
    CHECK_EQ(prof_now().ps_hz, 400);
    CHECK_EQ(sprofil(&region, 1, NULL, 0), 0);
    tick = (struct timeval){-1, -1};
    CHECK_EQ(sprofil(NULL, 0, &tick, 0), 0);
    CHECK_EQ(tick.tv_sec, 0);
    CHECK_EQ(tick.tv_usec, 2500);
    return 0;
}
