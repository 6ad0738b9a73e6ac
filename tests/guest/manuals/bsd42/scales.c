/* 4.2BSD's scales: one to one, pairs, a core clock, and those that turn profiling off. */
/* manual: bsd42, DESCRIPTION: product one pairs core-clock off-0-1 */
/* manual: bsd42, RETURN VALUE: always-0 */
/* manual: bsd42, Left open: top */
/* machine: det=1 */
/* dialect: bsd42 */
#include "guest/dialect_rules.h"

int main(void)
{
    lands(0x10000, 0, 0);
    lands(0x10000, 1, 0);
    lands(0x10000, 2, 1);
    lands(0x10000, 63, 31);
    lands(0xffff, 2, 0);
    lands(0x8000, 3, 0);
    lands(0x8000, 4, 1);
    lands(3, 43691, 1);
    is_core_clock(2);
    turns_off(0);
    turns_off(1);
    turns_off(0x10001);
    turns_off(0x10002);
    turns_off(-1);
    CHECK_EQ(profil(cells, CELLS_OF, PC, 0x10000), 0);
    CHECK_EQ(profil(cells, CELLS_OF, PC, 0), 0);
    CHECK_EQ(profil(cells, CELLS_OF, PC, 2), 0);
    CHECK_EQ(profil(NULL, CELLS_OF, PC, 0x8000), 0);
    CHECK_EQ(profil(NULL, CELLS_OF, PC, -1), 0);
    return 0;
}
