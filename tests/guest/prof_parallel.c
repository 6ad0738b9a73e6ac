/* Threads on CPUs that really run at the same time hit one counter at the same moments, as all CPUs
 * tick together: no hit is lost, and none is counted twice. */
/* manual: profstat, DESCRIPTION: skid */
/* machine: cpus=4 kargs=hz=10000 */
#include "prof.h"
#include <pthread.h>

#define THREADS 4
#define TICKS   3000 /* of all; without locks some dozen of them are lost */

static unsigned short counters[2];
static volatile int stop;

static void *work(void *unused)
{
    while (!stop)
        prof_spin(100000);
    return unused;
}

int main(void)
{
    CHECK(TEXT_BYTES < 131072);
    CHECK_EQ(profil(counters, 2, TEXT_START, 1), 0); /* the whole text in one counter */
    struct prof_total start = prof_total();
    CHECK_EQ(start.st.ps_flags, PROF_SKID); /* such a machine skids */
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        CHECK_EQ(pthread_create(&threads[i], NULL, work, NULL), 0);
    while (prof_ticks() < start.ticks + TICKS)
        prof_spin(1000000);
    stop = 1;
    for (int i = 0; i < THREADS; i++)
        CHECK_EQ(pthread_join(threads[i], NULL), 0);
    struct prof_total end = prof_total();
    CHECK_EQ(end.st.ps_outside + end.st.ps_full, 0);
    CHECK_EQ(end.st.ps_counted - start.st.ps_counted, end.ticks - start.ticks);
    CHECK_EQ(profil(NULL, 0, 0, 0), 0);
    CHECK_EQ(counters[0], prof_now().ps_counted);
    CHECK_EQ(counters[1], 0);
    return 0;
}
