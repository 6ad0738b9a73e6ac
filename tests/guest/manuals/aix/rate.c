/* AIX's clock: 60 ticks a second. */
/* manual: aix, Description: 60-times */
/* machine: det=1 cpus=1 shift=6 kargs=hz=60 */
/* dialect: aix */
#include <mon.h>

#include "guest/dialect_rules.h"

int main(void)
{
    ticks_are(60);
    return 0;
}
