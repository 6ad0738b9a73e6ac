/* exec turns profiling off and nothing is written any more; an exec that fails leaves it on. */
/* machine: det=1 */
#include "prof.h"
#include <errno.h>

static unsigned short counters[1];

int main(int argc, char *argv[])
{
    if (argc > 1) { /* the new program: itself, with an argument */
        struct profstat st = prof_now();
        CHECK_EQ(st.ps_state, PROF_OFF);
        CHECK_EQ(st.ps_reason, PROF_EXEC);
        CHECK(st.ps_user >= 3);
        struct tms now, start;
        times(&start);
        do {
            prof_spin(SPIN_TURNS);
            times(&now);
        } while (now.tms_utime - start.tms_utime < 3);
        CHECK_EQ(counters[0], 0); /* at the same address as the old program's */
        CHECK_EQ(prof_now().ps_user, st.ps_user);
        return 0;
    }
    CHECK_EQ(profil(counters, sizeof(counters), SPIN_PC, 65536), 0);
    prof_burn(3);
    CHECK_EQ(execl("/no/such/program", "x", NULL), -1);
    CHECK_EQ(errno, ENOENT);
    CHECK_EQ(execl("/dev", "x", NULL), -1);
    CHECK_EQ(prof_now().ps_state, PROF_ON);
    uint64_t before = counters[0];
    prof_burn(3);
    CHECK(counters[0] >= before + 2);
    execl(argv[0], argv[0], "again", NULL);
    FAIL("exec of %s failed", argv[0]);
}
