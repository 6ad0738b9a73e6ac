/* Threads on several CPUs hit the counters of 1024 regions at the same time: no hit is lost.  While
 * sets replace each other none is counted twice; what is pending in another thread is dropped. */
/* manual: sprofil, DESCRIPTION: threads */
/* machine: det=1 cpus=4 */
#include "sprofil.h"
#include <pthread.h>
#include <stdlib.h>

#define THREADS 6
#define WORK    100

static struct prof regions[PROF_REGIONS_MAX];
static volatile int done;

static void *work(void *unused)
{
    for (int i = 0; i < WORK; i++) {
        prof_spin(SPIN_TURNS);
        prof_spin2(SPIN_TURNS);
    }
    __atomic_fetch_add(&done, 1, __ATOMIC_RELAXED);
    return unused;
}

static void start_threads(pthread_t *threads)
{
    for (int i = 0; i < THREADS; i++)
        CHECK_EQ(pthread_create(&threads[i], NULL, work, NULL), 0);
}

static void join_threads(const pthread_t *threads)
{
    for (int i = 0; i < THREADS; i++)
        CHECK_EQ(pthread_join(threads[i], NULL), 0);
}

int main(void)
{
    size_t n = PROF_REGIONS_MAX * text_region_bytes() / 2;
    unsigned short *counters = calloc(n, 2);
    CHECK(counters);
    text_regions(regions, counters);
    CHECK_EQ(sprofil(regions, PROF_REGIONS_MAX, NULL, 0), 0);
    pthread_t threads[THREADS];
    start_threads(threads);
    join_threads(threads);
    sprofil_off();
    struct profstat st = prof_now();
    CHECK_EQ(prof_sum(counters, n) + st.ps_outside, st.ps_user + st.ps_system);
    CHECK_EQ(st.ps_full, 0);
    CHECK(st.ps_counted >= 100);

    memset(counters, 0, 2 * n);
    CHECK_EQ(sprofil(regions, PROF_REGIONS_MAX, NULL, 0), 0);
    struct prof_total start = prof_total();
    start_threads(threads); /* they take ticks while the tables come and go */
    while (done < 2 * THREADS)
        CHECK_EQ(sprofil(regions, PROF_REGIONS_MAX, NULL, 0), 0);
    join_threads(threads);
    struct prof_total end = prof_total();
    CHECK_EQ(end.st.ps_state, PROF_ON);
    sprofil_off();
    uint64_t later = prof_now().ps_counted - end.st.ps_counted;
    uint64_t ticks = end.ticks - start.ticks;
    CHECK(ticks >= 100);
    CHECK_IN(prof_sum(counters, n) - start.st.ps_counted - later, ticks / 2, ticks);
    return 0;
}
