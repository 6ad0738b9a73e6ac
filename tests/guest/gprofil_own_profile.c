/* As gmon_own_profile.c, for a program that follows OpenBSD's manual: the kernel has it. */
/* manual: openbsd, DESCRIPTION: moncontrol */
/* machine: det=1 */
/* flags: -pg */
/* dialect: openbsd */
#include "own_profile.h"

int main(void)
{
    own_profile();
    return 0;
}
