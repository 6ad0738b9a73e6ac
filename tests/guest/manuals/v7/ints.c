/* V7's int arguments have 32 bits and no sign. */
/* manual: v7, SYNOPSIS: ints */
/* machine: det=1 */
/* dialect: v7 */
#include "guest/dialect_rules.h"

int main(void)
{
    ints_are_unsigned();
    return 0;
}
