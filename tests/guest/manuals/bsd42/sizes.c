/* 4.2BSD's bufsiz: 0 has no effect, and what is not inside the buffer changes nothing. */
/* manual: bsd42, DESCRIPTION: size-0 inside */
/* manual: bsd42, Left open: odd-size */
/* machine: det=1 */
/* dialect: bsd42 */
#include "guest/dialect_rules.h"

int main(void)
{
    sizes_hold();
    return 0;
}
