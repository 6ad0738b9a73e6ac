/* On a machine too slow for its clock periods pass without a tick.  None is lost silently: those
 * that passed are those that were charged and those that profstat reports as missed. */
/* manual: profstat, DESCRIPTION: missed */
/* machine: det=1 cpus=1 shift=8 kargs=hz=10000 */
#include "prof.h"
#include <stdlib.h>

#define PERIODS 20000

int main(void)
{
    unsigned short counters[1];
    CHECK_EQ(profil(counters, 2, SPIN_PC, 65536), 0);
    struct profstat before = prof_now();
    clock_t used = prof_ticks(), start = times(NULL);
    while (times(NULL) - start < PERIODS)
        prof_spin(100000);
    clock_t passed = times(NULL) - start;
    used = prof_ticks() - used;
    struct profstat after = prof_now();
    clock_t missed = after.ps_missed - before.ps_missed;
    printf("%ld passed, %ld charged, %ld missed\n", passed, used, missed);
    CHECK(missed >= 100);
    /* Some pass between one call and the next. */
    CHECK(labs(passed - used - missed) <= 40);
    CHECK(labs((long)(after.ps_user + after.ps_system - before.ps_user - before.ps_system) -
               used) <= 20);
    return 0;
}
