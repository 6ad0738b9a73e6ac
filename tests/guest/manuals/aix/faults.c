/* AIX's profil does not look at the buffer: the update that faults turns profiling off. */
/* manual: aix, Description: fault */
/* manual: aix, Left open: lazy */
/* machine: det=1 */
/* dialect: aix */
#include <mon.h>

#include "guest/dialect_rules.h"

int main(void)
{
    faults_turn_off();
    return 0;
}
