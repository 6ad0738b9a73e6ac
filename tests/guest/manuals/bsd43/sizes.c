/* 4.3BSD's bufsiz: 0 has no effect, and what is not inside the buffer changes nothing. */
/* manual: bsd43, DESCRIPTION: size-0 inside */
/* manual: bsd43, Left open: odd-size */
/* machine: det=1 */
/* dialect: bsd43 */
#include "guest/dialect_rules.h"

int main(void)
{
    sizes_hold();
    return 0;
}
