/* OmniOS's bufsiz: 0 has no effect, and what is not inside the buffer changes nothing. */
/* manual: omnios, DESCRIPTION: size-0 array offset */
/* manual: omnios, Left open: odd-size */
/* machine: det=1 */
/* dialect: omnios */
#include "guest/dialect_rules.h"

int main(void)
{
    sizes_hold();
    return 0;
}
