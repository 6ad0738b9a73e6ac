/* 4.2BSD's profil does not look at the buffer: the update that faults turns profiling off. */
/* manual: bsd42, DESCRIPTION: fault */
/* manual: bsd42, Left open: lazy */
/* machine: det=1 */
/* dialect: bsd42 */
#include "guest/dialect_rules.h"

int main(void)
{
    faults_turn_off();
    return 0;
}
