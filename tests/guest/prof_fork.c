/* After fork both are profiled, each into its own copy of the buffer, from 0 ticks; the child has
 * neither the parent's counts nor the reason why an earlier profile of the parent ended. */
/* manual: statements, PROCESS: fork-exec */
/* manual: profstat, DESCRIPTION: forked */
/* machine: det=1 */
#include "child.h"
#include "prof.h"

#define INDEX 1500 /* prof_spin's counter: far from where another offset would put it */

static unsigned short counters[2048];

static void not_profiled(void)
{
    struct profstat st = prof_now();
    CHECK_EQ(st.ps_state, PROF_OFF);
    CHECK_EQ(st.ps_reason, PROF_NEVER);
    CHECK_EQ(st.ps_user + st.ps_system + st.ps_forked, 0);
    CHECK_EQ(st.ps_serial, 0);
    CHECK(prof_ticks() <= 5); /* the parent had some 50 */
}

static void profiled(void)
{
    uint64_t before = prof_sum(counters, 2048);
    struct profstat st = prof_now();
    CHECK_EQ(st.ps_state, PROF_ON);
    CHECK_EQ(st.ps_reason, PROF_NEVER);
    CHECK_EQ(st.ps_forked, 0);
    CHECK(st.ps_user + st.ps_system <= 5); /* not the parent's, which are 50 */
    CHECK(prof_ticks() <= 5);
    uint64_t spun = counters[INDEX];
    CHECK(spun >= 45); /* the buffer is a copy of the parent's */
    prof_burn(40);
    st = prof_now();
    CHECK(counters[INDEX] - spun >= 30);
    CHECK_EQ(profil(NULL, 0, 0, 0), 0);
    CHECK(prof_sum(counters, 2048) - before >= st.ps_counted);
    CHECK(prof_sum(counters, 2048) - before <= prof_now().ps_counted);
}

int main(void)
{
    CHECK_EQ(profil(counters, sizeof(counters), SPIN_PC - 2 * INDEX, 65536), 0);
    prof_burn(50);
    CHECK_EQ(profil(NULL, 0, 0, 0), 0);
    CHECK_EQ(prof_now().ps_reason, PROF_CALL);
    CHECK_EQ(IN_CHILD(not_profiled()), 0);
    CHECK_EQ(prof_now().ps_forked, 0);

    memset(counters, 0, sizeof(counters));
    CHECK_EQ(profil(counters, sizeof(counters), SPIN_PC - 2 * INDEX, 65536), 0);
    prof_burn(50);
    uint64_t before = counters[INDEX];
    CHECK(before >= 45);
    CHECK_EQ(IN_CHILD(profiled()), 0);
    CHECK_EQ(prof_now().ps_forked, 1);
    CHECK_EQ(prof_now().ps_state, PROF_ON);
    CHECK_EQ(counters[INDEX], before); /* the child's 40 did not come here */
    prof_burn(20);
    CHECK(counters[INDEX] >= before + 18);
    CHECK_EQ(profil(NULL, 0, 0, 0), 0);
    CHECK_EQ(prof_sum(counters, 2048), prof_now().ps_counted);
    return 0;
}
