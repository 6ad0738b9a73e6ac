/* OmniOS's int arguments have 32 bits and no sign. */
/* manual: omnios, SYNOPSIS: ints */
/* machine: det=1 */
/* dialect: omnios */
#include "guest/dialect_rules.h"

int main(void)
{
    ints_are_unsigned();
    return 0;
}
