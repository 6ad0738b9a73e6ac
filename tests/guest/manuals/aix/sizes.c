/* AIX's bufsiz: 0 has no effect, and what is not inside the buffer changes nothing. */
/* manual: aix, Description: size-0 inside */
/* manual: aix, Left open: odd-size */
/* machine: det=1 */
/* dialect: aix */
#include <mon.h>

#include "guest/dialect_rules.h"

int main(void)
{
    sizes_hold();
    return 0;
}
