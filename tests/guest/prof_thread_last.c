/* A tick that comes due when a thread has settled, and not yet left its CPU, is not lost: it is
 * counted as missed.  Threads end one after the other on a CPU that is never idle, so each period
 * has a tick that was charged, or is among those that were missed. */
/* machine: det=1 cpus=1 kargs=hz=10000 */
#include "prof.h"
#include <pthread.h>
#include <stdlib.h>

#define PERIODS 2000

static void *end_at_once(void *unused)
{
    return unused;
}

int main(void)
{
    size_t n = TEXT_BYTES / 2;
    unsigned short *counters = calloc(n, 2);
    CHECK(counters);
    CHECK_EQ(profil(counters, 2 * n, TEXT_START, 65536), 0);
    struct prof_total before = prof_total();
    clock_t start = times(NULL), passed;
    do {
        pthread_t thread;
        CHECK_EQ(pthread_create(&thread, NULL, end_at_once, NULL), 0);
        CHECK_EQ(pthread_join(thread, NULL), 0);
        passed = times(NULL) - start;
    } while (passed < PERIODS);
    struct prof_total after = prof_total();
    clock_t charged = after.ticks - before.ticks;
    clock_t missed = after.st.ps_missed - before.st.ps_missed;
    printf("%ld passed, %ld charged, %ld missed\n", passed, charged, missed);
    CHECK(missed >= 20);
    CHECK_EQ(after.st.ps_counted - before.st.ps_counted, charged);
    /* Some pass between one call and the next, and in a thread of the kernel's own. */
    CHECK(labs(passed - charged - missed) <= 8);
    return 0;
}
