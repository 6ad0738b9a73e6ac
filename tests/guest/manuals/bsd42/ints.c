/* 4.2BSD's int arguments have 32 bits and no sign. */
/* manual: bsd42, SYNOPSIS: ints */
/* machine: det=1 */
/* dialect: bsd42 */
#include "guest/dialect_rules.h"

int main(void)
{
    ints_are_unsigned();
    return 0;
}
