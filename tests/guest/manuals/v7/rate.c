/* V7's clock: 60 ticks a second. */
/* manual: v7, DESCRIPTION: 60th */
/* machine: det=1 cpus=1 shift=6 kargs=hz=60 */
/* dialect: v7 */
#include "guest/dialect_rules.h"

int main(void)
{
    ticks_are(60);
    return 0;
}
