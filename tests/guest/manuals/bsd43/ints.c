/* 4.3BSD's int arguments have 32 bits and no sign. */
/* manual: bsd43, SYNOPSIS: ints */
/* machine: det=1 */
/* dialect: bsd43 */
#include "guest/dialect_rules.h"

int main(void)
{
    ints_are_unsigned();
    return 0;
}
