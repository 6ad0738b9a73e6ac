/* Threads on several CPUs hit one counter at the same time, and no hit is lost; a thread that is
 * made while profiling is on is covered at once. */
/* machine: det=1 cpus=4 */
#include "prof.h"
#include <pthread.h>
#include <stdlib.h>

#define THREADS 6
#define WORK    100

static unsigned short counters[1];
static unsigned short *text_counters;

static void *work(void *unused)
{
    for (int i = 0; i < WORK; i++)
        prof_spin(SPIN_TURNS);
    return unused;
}

static void run_threads(void)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        CHECK_EQ(pthread_create(&threads[i], NULL, work, NULL), 0);
    for (int i = 0; i < THREADS; i++)
        CHECK_EQ(pthread_join(threads[i], NULL), 0);
}

int main(void)
{
    CHECK_EQ(profil(counters, sizeof(counters), SPIN_PC, 65536), 0);
    run_threads();
    struct profstat st = prof_now();
    CHECK_EQ(counters[0], st.ps_counted);
    /* A turn takes 4 ns; and time passes for the other CPUs while one of them runs. */
    CHECK(st.ps_counted >= THREADS * WORK * (SPIN_TURNS / 1000) * 4 / 1000 / 2);

    size_t n = TEXT_BYTES / 2;
    text_counters = calloc(n, 2);
    CHECK_EQ(profil(text_counters, 2 * n, TEXT_START, 65536), 0);
    run_threads();
    CHECK_EQ(profil(NULL, 0, 0, 0), 0);
    st = prof_now();
    CHECK_EQ(st.ps_full, 0);
    CHECK_EQ(prof_sum(text_counters, n) + st.ps_outside, st.ps_user + st.ps_system);
    CHECK_EQ(st.ps_outside, 0);
    return 0;
}
