/* 4.4BSD's call is about the process that makes it, not about its parent or its child. */
/* manual: bsd44, DESCRIPTION: current-process */
/* machine: det=1 */
/* dialect: bsd44 */
#include "guest/dialect_rules.h"

int main(void)
{
    is_the_callers_alone();
    return 0;
}
