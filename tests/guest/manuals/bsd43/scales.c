/* 4.3BSD's scales: as 4.2BSD's, but 2 is 64 KiB a counter. */
/* manual: bsd43, DESCRIPTION: product one pairs off-0-1 */
/* manual: bsd43, RETURN VALUE: always-0 */
/* manual: bsd43, Left open: top scale-2 */
/* machine: det=1 */
/* dialect: bsd43 */
#include "guest/dialect_rules.h"

int main(void)
{
    lands(0x10000, 0, 0);
    lands(0x10000, 1, 0);
    lands(0x10000, 2, 1);
    lands(0x10000, 63, 31);
    lands(0x8000, 3, 0);
    lands(0x8000, 4, 1);
    lands(2, 65535, 0);
    lands(2, 65536, 1);
    lands(2, PC, PC / 65536); /* offset 0, which is no overflow counter */
    turns_off(0);
    turns_off(1);
    turns_off(0x10001);
    turns_off(-1);
    CHECK_EQ(profil(cells, CELLS_OF, PC, 0x10000), 0);
    CHECK_EQ(profil(cells, CELLS_OF, PC, 0), 0);
    CHECK_EQ(profil(NULL, CELLS_OF, PC, 2), 0);
    CHECK_EQ(profil(NULL, CELLS_OF, PC, -1), 0);
    return 0;
}
