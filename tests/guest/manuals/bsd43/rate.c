/* 4.3BSD's clock: 100 ticks a second. */
/* manual: bsd43, DESCRIPTION: 10-ms */
/* machine: det=1 cpus=1 shift=6 kargs=hz=100 */
/* dialect: bsd43 */
#include "guest/dialect_rules.h"

int main(void)
{
    ticks_are(100);
    return 0;
}
