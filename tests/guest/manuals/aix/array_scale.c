/* AIX's p_scale -1: the counters of p_bufsize bytes are as many as the range needs, two bytes of
 * code each at least. */
/* manual: aix, Description: computed */
/* manual: aix, Left open: whole-range */
/* machine: det=1 */
/* dialect: aix */
#include "guest/dialect_aix.h"

/* With that many bytes of code and of counters a tick so far from p_low is in that cell. */
static void lands(size_t range, int nbytes, uintptr_t distance, size_t want)
{
    struct prof array[2] = {entry(SPIN_PC - distance, SPIN_PC - distance + range, 0, -1)};
    array[0].p_bufsize = nbytes;
    call(array);
    ticks_land(prof_spin, cells, CELLS, want);
}

int main(void)
{
    lands(256, 64, 7, 0);
    lands(256, 64, 8, 1);
    lands(256, 64, 255, 31);
    lands(300, 200, 299, 99);
    lands(128, 128, 2, 1);
    lands(64, 256, 2, 1);
    lands(64, 256, 63, 31);
    lands(200000, 4, 131071, 0); /* scale 1 */
    lands(200000, 4, 131072, 1);

    /* Less than a counter for 128 KiB. */
    struct prof array[2] = {entry(SPIN_PC, SPIN_PC + 200000, 0, -1)};
    array[0].p_bufsize = 2;
    call(array);
    counts_nothing();
    array[0].p_bufsize = 0;
    call(array);
    counts_nothing();
    array[0].p_bufsize = -2;
    call(array);
    counts_nothing();
    return 0;
}
