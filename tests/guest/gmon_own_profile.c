/* A program with -pg that profiles itself as well: its own profile goes on in a fork's child, and
 * what it has turned off stays off there; moncontrol(0) leaves its own alone, and moncontrol(1)
 * resumes that of -pg, each time. */
/* manual: monitor, MONCONTROL: own-profile fork */
/* machine: det=1 */
/* flags: -pg */
#include "own_profile.h"

int main(void)
{
    own_profile();
    return 0;
}
