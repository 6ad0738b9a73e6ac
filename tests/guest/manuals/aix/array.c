/* AIX's array: a pc belongs to the first entry with p_high above it, if p_low is not; offset and
 * scale of the call are ignored. */
/* manual: aix, Description: array ended p-scale */
/* manual: aix, Left open: first-entry each-scale */
/* machine: det=1 */
/* dialect: aix */
#include "guest/dialect_aix.h"

#define FAR 0x300001100

/* Neither entry has a tick at prof_spin; prof_spin2's are in that cell. */
static void only_the_second(size_t want)
{
    ticks_pass(prof_spin);
    CHECK_EQ(prof_now().ps_counted, 0);
    ticks_land(prof_spin2, cells, CELLS, want);
}

int main(void)
{
    struct prof array[] = {
        entry(SPIN_PC, SPIN_PC + 2, 0, 0xffff),
        entry(SPIN2_PC - 4, SPIN2_PC + 2, 64, 0x8000),
        {0, 0, NULL, 0, 0},
        entry(TEXT_START, TEXT_START + (1 << 20), 3, 1),
    };
    call(array);
    ticks_land(prof_spin, cells, CELLS, 0);
    call(array);
    ticks_land(prof_spin2, cells, CELLS, 65);
    CHECK_EQ(cells[3], 0);
    memset(cells, 0, sizeof(cells));
    profil(array, -1, 0x70000000, 2);
    ticks_land(prof_spin, cells, CELLS, 0);
    profil(array, -1, 0, 1);
    CHECK_EQ(prof_now().ps_state, PROF_ON);

    /* What is below the first's p_high and p_low is nobody's, although the second begins there. */
    array[0] = entry(SPIN_PC + 2, SPIN_PC + 4, 0, 0xffff);
    array[1] = entry(SPIN_PC, SPIN2_PC + 2, 0, 2);
    call(array);
    only_the_second(0);

    /* Where two overlap the first has it; behind that the second counts from its own p_low. */
    array[0] = entry(SPIN_PC, SPIN_PC + 2, 8, 0xffff);
    array[1] = entry(SPIN2_PC - 65536, SPIN2_PC + 2, 0, 2);
    call(array);
    ticks_land(prof_spin, cells, CELLS, 8);
    call(array);
    ticks_land(prof_spin2, cells, CELLS, 1);

    /* p_high is no pc of the entry; nor has an entry any that ends where it begins. */
    array[0] = entry(SPIN_PC - 64, SPIN_PC, 0, 0xffff);
    call(array);
    ticks_land(prof_spin, cells, CELLS, (SPIN_PC - (SPIN2_PC - 65536)) / 65536);
    array[0] = entry(SPIN_PC + 64, SPIN_PC, 0, 0xffff);
    array[1] = entry(SPIN2_PC, SPIN2_PC + 2, 0, 0xffff);
    call(array);
    only_the_second(0);

    /* A scale of 0 is the entry's alone, as is a core clock, whose pcs all have one counter; 16
     * bits count. */
    array[0] = entry(SPIN_PC, SPIN_PC + 2, 0, 0);
    array[1] = entry(SPIN2_PC - (1 << 20), SPIN2_PC + 2, 5, 1);
    call(array);
    only_the_second(5);
    array[0].p_scale = 0x10000;
    array[1].p_scale = 0x10001;
    call(array);
    only_the_second(5);
    array[0].p_scale = 0x1ffff;
    call(array);
    ticks_land(prof_spin, cells, CELLS, 0);
    array[1].p_bufsize = 1;
    array[0].p_scale = 0;
    call(array);
    counts_nothing();
    ticks_pass(prof_spin2);
    CHECK_EQ(prof_now().ps_counted, 0);

    /* daddr_t has all bits of an address. */
    struct prof far[2] = {entry(FAR - 8, FAR + 2, 0, 0x8000)};
    call(far);
    ticks_land(spin_at(FAR), cells, CELLS, 2);
    return 0;
}
