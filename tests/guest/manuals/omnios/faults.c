/* OmniOS's profil does not look at the buffer: the update that faults turns profiling off. */
/* manual: omnios, DESCRIPTION: fault */
/* manual: omnios, Left open: lazy */
/* machine: det=1 */
/* dialect: omnios */
#include "guest/dialect_rules.h"

int main(void)
{
    faults_turn_off();
    return 0;
}
