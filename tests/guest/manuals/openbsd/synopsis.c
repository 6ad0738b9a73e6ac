/* OpenBSD's SYNOPSIS, in a program with -pg: gcrt0 has begun, and the buffer must
 * not change. */
/* manual: openbsd, SYNOPSIS: types */
/* manual: openbsd, DESCRIPTION: first-call continues scale-0 */
/* manual: openbsd, RETURN VALUES: value-0 */
/* manual: openbsd, ERRORS: ealready einval */
/* machine: det=1 */
/* flags: -pg */
/* dialect: openbsd */
#include <unistd.h>

int profil(void *buf, size_t buflen, size_t samplesize, u_long offset, u_int scale, int dirfd);

#include "guest/prof.h"
#include <errno.h>

int main(void)
{
    static char buf[1024];
    int (*call)(void *, size_t, size_t, u_long, u_int, int) = profil;
    u_long offset = 0;
    u_int scale = 65536;

    struct profstat st = prof_now();
    CHECK_EQ(st.ps_state, PROF_ON);
    CHECK_EQ(st.ps_serial, 1);
    prof_burn(3);
    CHECK(prof_now().ps_counted >= st.ps_counted + 3);
    CHECK_FAILS(call(buf, sizeof(buf), 512, offset, scale, -1), EALREADY);
    CHECK_FAILS(call(buf, sizeof(buf), 512, offset, scale + 1, -1), EINVAL);
    CHECK_EQ(prof_now().ps_state, PROF_ON);
    CHECK_EQ(call(buf, sizeof(buf), 512, offset, 0, -1), 0);
    CHECK_EQ(prof_now().ps_state, PROF_OFF);
    return 0;
}
