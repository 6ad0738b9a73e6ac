/* V7's profil does not look at the buffer: the update that faults turns profiling off. */
/* manual: v7, DESCRIPTION: fault */
/* manual: v7, Left open: lazy */
/* machine: det=1 */
/* dialect: v7 */
#include "guest/dialect_rules.h"

int main(void)
{
    faults_turn_off();
    return 0;
}
