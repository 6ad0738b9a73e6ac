/* AIX's call is about the process that makes it, not about its parent or its child. */
/* manual: aix, Description: current-process */
/* machine: det=1 */
/* dialect: aix */
#include <mon.h>

#include "guest/dialect_rules.h"

int main(void)
{
    is_the_callers_alone();
    return 0;
}
