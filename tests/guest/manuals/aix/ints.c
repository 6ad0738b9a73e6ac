/* AIX's int arguments have 32 bits and no sign. */
/* manual: aix, Syntax: ints */
/* machine: det=1 */
/* dialect: aix */
#include <mon.h>

#include "guest/dialect_rules.h"

int main(void)
{
    ints_are_unsigned();
    return 0;
}
