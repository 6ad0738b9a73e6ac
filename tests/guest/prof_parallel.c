/* Threads on CPUs that really run at the same time hit one counter at the same moments, as all CPUs
 * tick together: no hit is lost, and none is counted twice. */
/* machine: cpus=4 kargs=hz=10000 */
#include "prof.h"
#include <pthread.h>

#define THREADS 4
#define ROUNDS  5
#define TICKS   4000 /* of each thread and round */

static unsigned short counters[2];
static volatile int stop;

static void *work(void *unused)
{
    while (!stop)
        prof_spin(100000);
    return unused;
}

static void round_of(uint64_t ticks)
{
    pthread_t threads[THREADS];
    struct prof_total start, end;
    memset(counters, 0, sizeof(counters));
    /* The whole text in one counter. */
    CHECK_EQ(profil(counters, 2, TEXT_START, 1), 0);
    start = prof_total();
    stop = 0;
    for (int i = 0; i < THREADS; i++)
        CHECK_EQ(pthread_create(&threads[i], NULL, work, NULL), 0);
    clock_t until = prof_ticks() + ticks;
    while (prof_ticks() < until)
        prof_spin(1000000);
    stop = 1;
    for (int i = 0; i < THREADS; i++)
        CHECK_EQ(pthread_join(threads[i], NULL), 0);
    end = prof_total();
    CHECK_EQ(end.st.ps_outside + end.st.ps_full, 0);
    CHECK_EQ(end.st.ps_counted - start.st.ps_counted, end.ticks - start.ticks);
    CHECK_EQ(profil(NULL, 0, 0, 0), 0);
    CHECK_EQ(counters[0], prof_now().ps_counted);
    CHECK_EQ(counters[1], 0);
}

int main(void)
{
    CHECK(TEXT_BYTES < 131072);
    CHECK_EQ(prof_now().ps_flags, PROF_SKID); /* such a machine skids */
    for (int i = 0; i < ROUNDS; i++)
        round_of(THREADS * TICKS);
    return 0;
}
