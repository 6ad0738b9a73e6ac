/* V7's bufsiz: 0 has no effect, and what is not inside the buffer changes nothing. */
/* manual: v7, DESCRIPTION: size-0 inside */
/* manual: v7, Left open: odd-size */
/* machine: det=1 */
/* dialect: v7 */
#include "guest/dialect_rules.h"

int main(void)
{
    sizes_hold();
    return 0;
}
