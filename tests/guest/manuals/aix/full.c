/* AIX's counters are signed: they stay at 32767. */
/* manual: aix, Left open: saturates */
/* machine: det=1 */
/* dialect: aix */
#include <mon.h>

#include "guest/dialect_rules.h"

int main(void)
{
    cell_saturates(32767);
    return 0;
}
