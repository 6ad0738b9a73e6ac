/* A tick that comes due when a thread has settled, and not yet left its CPU, is not lost: it is
 * counted as missed, in the process's own profile and in its record.  Threads end one after the
 * other on a CPU that is never idle, so each period has a tick that was charged, or is among those
 * that were missed. */
/* machine: det=1 cpus=1 kargs=hz=10000 */
#include "record.h"
#include "threads.h"
#include <stdlib.h>

#define PERIODS 2000

int main(void)
{
    static unsigned short counters[1];
    CHECK_EQ(profil(counters, 2, SPIN_PC, 65536), 0);
    CHECK_EQ(profrecord(0, records_open(), 0), 0);
    struct prof_total before = prof_total();
    clock_t start = times(NULL), passed;
    do {
        end_a_thread();
        passed = times(NULL) - start;
    } while (passed < PERIODS);
    struct prof_total after = prof_total();
    CHECK_EQ(profrecord(0, -1, 0), 0);
    const struct profstat *record = &records_only()->pr_stat;
    clock_t charged = after.ticks - before.ticks;
    clock_t missed = after.st.ps_missed - before.st.ps_missed;
    printf("%ld passed, %ld charged, %ld missed, and of the record %lu\n", passed, charged, missed,
           record->ps_missed);
    CHECK(missed >= 20);
    CHECK_EQ(after.st.ps_user + after.st.ps_system - before.st.ps_user - before.st.ps_system,
             charged);
    /* Some pass between one call and the next, and in a thread of the kernel's own. */
    CHECK(labs(passed - charged - missed) <= 8);
    CHECK(labs((long)record->ps_missed - missed) <= 8);
    return 0;
}
