/* V7's scales are 16 bits of fraction: what they map, and which turn profiling off. */
/* manual: v7, DESCRIPTION: product top pairs core-clock off-0-1 */
/* manual: v7, Left open: 16-bits */
/* machine: det=1 */
/* dialect: v7 */
#include "guest/dialect_rules.h"

int main(void)
{
    lands(0177777, 0, 0);
    lands(0177777, 2, 0);
    lands(0177777, 3, 1);
    lands(0177777, 4, 1);
    lands(0177777, 63, 31);
    lands(077777, 4, 0);
    lands(077777, 5, 1);
    lands(077777, 8, 1);
    lands(3, 43691, 1);
    lands(3, 43690, 0);
    is_core_clock(02);
    turns_off(0);
    turns_off(1);

    /* Of a scale above it the low 16 bits count. */
    turns_off(0x10000);
    turns_off(0x10001);
    is_core_clock(0x10002);
    lands(-1, 3, 1);
    lands(0x7fff8000, 4, 1);
    return 0;
}
