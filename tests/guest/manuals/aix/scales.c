/* AIX's scales: the low 16 bits count, 1 is a core clock and 0 turns profiling off. */
/* manual: aix, Description: product low-16 ffff 7fff core-clock scale-0 not-single */
/* machine: det=1 */
/* dialect: aix */
#include "guest/dialect_rules.h"

int main(void)
{
    lands(0xffff, 0, 0);
    lands(0xffff, 2, 0);
    lands(0xffff, 3, 1);
    lands(0x7fff, 4, 0);
    lands(0x7fff, 5, 1);
    lands(2, 65535, 0);
    lands(2, 65536, 1);
    lands(2, PC, PC / 65536); /* offset 0: no overflow counter */
    is_core_clock(1);
    is_core_clock(0x10001);
    turns_off(0);
    turns_off(0x10000);
    turns_off(0xffff0000);
    lands(0x18000, 4, 1);
    lands(0xffffffff, 3, 1);
    return 0;
}
