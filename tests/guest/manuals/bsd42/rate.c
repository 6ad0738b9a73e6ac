/* 4.2BSD's clock: 100 ticks a second. */
/* manual: bsd42, DESCRIPTION: 10-ms */
/* machine: det=1 cpus=1 shift=6 kargs=hz=100 */
/* dialect: bsd42 */
#include "guest/dialect_rules.h"

int main(void)
{
    ticks_are(100);
    return 0;
}
