/* The threads of a process, on several CPUs, share the array: no sample is lost or stored twice,
 * and the one that takes the last element ends it for all. */
/* manual: pcsample, DESCRIPTION: threads */
/* machine: cpus=4 kargs=hz=10000 */
#include "pcsample.h"
#include <pthread.h>
#include <stdlib.h>

#define THREADS 6
#define ENOUGH  1500
#define MAX     1000000

static uintptr_t *samples;

static void *work(void *unused)
{
    for (struct profstat st = sample_now(); st.ps_state == PROF_ON && st.ps_counted < ENOUGH;
         st = sample_now())
        prof_spin(SPIN_TURNS);
    return unused;
}

static struct profstat run(long max)
{
    memset(samples, 0, (MAX + 1) * sizeof(*samples));
    pcsample(samples, max);
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        CHECK_EQ(pthread_create(&threads[i], NULL, work, NULL), 0);
    for (int i = 0; i < THREADS; i++)
        CHECK_EQ(pthread_join(threads[i], NULL), 0);
    return sample_now();
}

int main(void)
{
    samples = malloc((MAX + 1) * sizeof(*samples));
    CHECK(samples);
    uint64_t least = run(MAX).ps_counted;
    long n = pcsample(NULL, 0);
    CHECK_EQ(sample_now().ps_counted, n);
    CHECK((uint64_t)n >= least);
    CHECK(n >= ENOUGH);
    CHECK_EQ(samples_at(samples, n, 0), 0);
    CHECK_EQ(samples_at(samples + n, MAX + 1 - n, 0), MAX + 1 - n);
    CHECK(samples_at(samples, n, SPIN_PC) >= ENOUGH / 2);

    struct profstat st = run(50);
    CHECK_EQ(st.ps_state, PROF_OFF);
    CHECK_EQ(st.ps_reason, PROF_FULL);
    CHECK_EQ(st.ps_counted, 50);
    CHECK_EQ(samples_at(samples, 50, 0), 0);
    CHECK_EQ(samples[50], 0);
    return 0;
}
