/* OmniOS's scales, with those that its manual computes, and those that turn profiling off. */
/* manual: omnios, DESCRIPTION: scale scale-ffff scale-2 scale-4000 product off-0-1 */
/* manual: omnios, Left open: top */
/* machine: det=1 */
/* dialect: omnios */
#include "guest/dialect_rules.h"

int main(void)
{
    lands(0xffff, 0, 0);
    lands(0xffff, 2, 0);
    lands(0xffff, 3, 1);
    lands(0xffff, 63, 31);
    lands(0x4000, 7, 0);
    lands(0x4000, 8, 1);
    lands(2, 65535, 0);
    lands(2, 65536, 1);
    lands(2, PC, PC / 65536); /* offset 0, which is no overflow counter */
    turns_off(0);
    turns_off(1);
    lands(0x10000, 1, 0);
    lands(0x10000, 2, 1);
    turns_off(0x10001);
    turns_off(0xffffffff);
    return 0;
}
