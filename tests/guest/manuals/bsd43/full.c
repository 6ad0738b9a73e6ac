/* 4.3BSD's counters do not wrap around: they stay at 65535. */
/* manual: bsd43, Left open: saturates */
/* machine: det=1 */
/* dialect: bsd43 */
#include "guest/dialect_rules.h"

int main(void)
{
    cell_saturates(65535);
    return 0;
}
