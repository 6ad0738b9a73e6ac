/* OpenBSD's call in a program that was not linked with -pg is EPERM, whatever its arguments, and
 * leaves another profile as it is. */
/* manual: openbsd, DESCRIPTION: only-pg note */
/* manual: openbsd, ERRORS: eperm */
/* manual: openbsd, Left open: order */
/* machine: det=1 */
/* dialect: openbsd */
#include "guest/prof.h"
#include <errno.h>

static char buf[1024];
static unsigned short counter;

int main(void)
{
    const struct prof region = {&counter, sizeof(counter), SPIN_PC, 65536};

    CHECK_EQ(sprofil(&region, 1, NULL, PROF_USHORT), 0);
    CHECK_FAILS(profil(buf, sizeof(buf), 512, 0, 65536, -1), EPERM);
    CHECK_FAILS(profil(buf, sizeof(buf), 512, 0, 0, -1), EPERM);
    CHECK_FAILS(profil(NULL, 0, 1, 0, 65537, 1000), EPERM);
    prof_burn(3);
    CHECK(counter >= 3);
    return 0;
}
