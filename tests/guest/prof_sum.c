/* Every tick is counted once: over the whole text, the counters add up to profstat's totals, and
 * the profile, turned off, agrees with times(2) for the same time. */
/* manual: bsd44, DESCRIPTION: every-tick */
/* manual: profstat, DESCRIPTION: sum all-ticks skid */
/* machine: det=1 */
#include "prof.h"
#include <stdlib.h>

int main(void)
{
    size_t n = TEXT_BYTES / 2;
    unsigned short *counters = calloc(n, 2);
    CHECK(counters);
    struct tms before;
    times(&before);
    CHECK_EQ(profil(counters, 2 * n, TEXT_START, 65536), 0);
    struct profstat st = prof_now();
    CHECK_EQ(st.ps_state, PROF_ON);
    CHECK_EQ(st.ps_reason, PROF_NEVER);
    CHECK_EQ(st.ps_hz, 1000);
    CHECK_EQ(st.ps_flags, 0);
    CHECK_EQ(st.ps_serial, 1);
    CHECK_EQ(sysconf(_SC_CLK_TCK), 1000);
    prof_burn(20);
    CHECK_EQ(profil(NULL, 0, 0, 0), 0);
    struct tms after;
    times(&after);
    st = prof_now();
    CHECK_EQ(st.ps_state, PROF_OFF);
    CHECK_EQ(st.ps_reason, PROF_CALL);
    CHECK(st.ps_user >= 20);
    CHECK_EQ(st.ps_outside, 0);
    CHECK_EQ(st.ps_full, 0);
    CHECK_EQ(prof_sum(counters, n), st.ps_user + st.ps_system);
    CHECK(st.ps_user <= (uint64_t)(after.tms_utime - before.tms_utime));
    CHECK((uint64_t)(after.tms_utime - before.tms_utime) - st.ps_user <= 1); /* around the calls */
    CHECK_EQ(st.ps_missed, 0);

    /* Off means off. */
    uint64_t sum = prof_sum(counters, n);
    times(&before);
    do {
        prof_spin(SPIN_TURNS);
        times(&after);
    } while (after.tms_utime - before.tms_utime < 3);
    CHECK_EQ(prof_sum(counters, n), sum);
    CHECK_EQ(prof_now().ps_user, st.ps_user);
    return 0;
}
