/* gprofil: a program that was not linked with -pg may not call it, not even with scale 0; nor what
 * a program with -pg becomes by exec. */
/* manual: openbsd, DESCRIPTION: only-pg note */
/* manual: openbsd, ERRORS: eperm */
/* machine: det=1 */
#include "child.h"
#include <sys/gmon.h>
#include <sys/profil.h>

int main(void)
{
    static char buf[256];

    CHECK_EQ(profil((unsigned short *)buf, sizeof(buf), 0, 1), 0);
    CHECK_FAILS(gprofil(buf, sizeof(buf), 8, 0, 65536, -1), EPERM);
    CHECK_FAILS(gprofil(buf, sizeof(buf), 8, 0, 0, -1), EPERM);
    CHECK_FAILS(gprofil(NULL, 0, 1, 0, 65537, 1000), EPERM);
    struct profstat st;
    CHECK_EQ(profstat(&st), 0);
    CHECK_EQ(st.ps_state, PROF_ON);
    CHECK_EQ(IN_CHILD(CHECK_FAILS(gprofil(buf, sizeof(buf), 8, 0, 1, -1), EPERM)), 0);
    return 0;
}
