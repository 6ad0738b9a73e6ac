/* Threads that run at the same time and have their ticks at the same moments share one buffer: each
 * sample is whole, none is lost, and none is counted twice. */
/* manual: profstack, DESCRIPTION: threads */
/* machine: cpus=4 kargs=hz=10000 */
#include "profstack.h"
#include <pthread.h>

#define THREADS 4
#define TICKS   1500 /* of all */
#define EACH    100  /* of each function: the host may give no time to some CPUs for long */

static volatile int stop;

static void *work(void *odd)
{
    while (!stop)
        (odd ? stack_dear : stack_cheap)(SPIN_TURNS);
    return NULL;
}

static uint64_t ticks_of(const char *back)
{
    uint64_t ticks = 0;
    FOR_EACH_STACK (stack, PROF_STACKS_START, buffer[0])
        ticks += at(stack, 1, back) ? stack->ps_ticks : 0;
    return ticks;
}

int main(void)
{
    stacks_on(PROF_STACK_MAX);
    pthread_t threads[THREADS];
    for (long i = 0; i < THREADS; i++)
        CHECK_EQ(pthread_create(&threads[i], NULL, work, (void *)(i % 2)), 0);
    clock_t start = prof_ticks();
    while (prof_ticks() < start + TICKS || ticks_of(stack_cheap_back) <= EACH ||
           ticks_of(stack_dear_back) <= EACH)
        stack_spin(SPIN_TURNS);
    stop = 1;
    for (int i = 0; i < THREADS; i++)
        CHECK_EQ(pthread_join(threads[i], NULL), 0);
    struct profstat st = stacks_off();
    CHECK(st.ps_counted >= TICKS);
    CHECK_EQ(st.ps_lost, 0);
    return 0;
}
