/* 4.3BSD's profil does not look at the buffer: the update that faults turns profiling off. */
/* manual: bsd43, DESCRIPTION: fault */
/* manual: bsd43, Left open: lazy */
/* machine: det=1 */
/* dialect: bsd43 */
#include "guest/dialect_rules.h"

int main(void)
{
    faults_turn_off();
    return 0;
}
