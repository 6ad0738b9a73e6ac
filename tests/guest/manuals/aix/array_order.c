/* AIX's array ascends and ends: if not, profiling is off, as it is if it ends at once. */
/* manual: aix, Description: ascending ended */
/* manual: aix, Left open: not-ascending first-ends */
/* machine: det=1 */
/* dialect: aix */
#include "guest/dialect_aix.h"
#include <stdlib.h>

static void turns_off(const struct prof *array)
{
    struct prof good[2] = {entry(SPIN_PC, SPIN_PC + 2, 0, 0xffff)};
    call(good);
    ticks_land(prof_spin, cells, CELLS, 0);
    errno = 12345;
    profil((void *)array, -1, PC, 0xffff);
    stays_off();
    CHECK_EQ(prof_now().ps_reason, PROF_CALL);
    CHECK_EQ(errno, 12345);
}

int main(void)
{
    struct prof array[4] = {entry(SPIN2_PC, SPIN2_PC + 2, 0, 0xffff),
                            entry(SPIN_PC, SPIN_PC + 2, 0, 0xffff)};
    turns_off(array);
    array[0] = array[1];
    turns_off(array);
    array[1] = entry(SPIN2_PC, SPIN2_PC + 2, 0, 0xffff);
    array[2] = entry(SPIN2_PC, SPIN2_PC + 1, 0, 0xffff);
    turns_off(array);
    array[0].p_high = 0;
    turns_off(array);

    /* 1024 entries, in the last of which are the ticks; and one more. */
    struct prof *many = calloc(1026, sizeof(*many));
    for (int i = 0; i < 1025; i++)
        many[i] = entry(SPIN_PC - 1023 + i, SPIN_PC - 1023 + i + 1, i % CELLS, 0xffff);
    turns_off(many);
    many[1024].p_high = 0;
    call(many);
    ticks_land(prof_spin, cells, CELLS, 1023 % CELLS);
    return 0;
}
