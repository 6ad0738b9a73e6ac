/* V7's counters do not wrap around: they stay at 65535. */
/* manual: v7, Left open: saturates */
/* machine: det=1 */
/* dialect: v7 */
#include "guest/dialect_rules.h"

int main(void)
{
    cell_saturates(65535);
    return 0;
}
