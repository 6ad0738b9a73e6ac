/* A barrier lets all threads of a round go on together, one of them marked, and can be freed then.
 */
/* machine: cpus=4 */
#include "check.h"
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

#define THREADS 5
#define ROUNDS  500

static pthread_barrier_t *barrier;
static int arrived, marked;

static void *walk(void *unused)
{
    for (int i = 1; i <= ROUNDS; i++) {
        __atomic_add_fetch(&arrived, 1, __ATOMIC_RELAXED);
        int result = pthread_barrier_wait(barrier);
        CHECK(result == 0 || result == PTHREAD_BARRIER_SERIAL_THREAD);
        if (result)
            __atomic_add_fetch(&marked, 1, __ATOMIC_RELAXED);
        CHECK_IN(__atomic_load_n(&arrived, __ATOMIC_RELAXED), i * THREADS, (i + 1) * THREADS - 1);
    }
    return unused;
}

/* Two threads meet once; the one that leaves first frees the barrier. */
static void *meet(void *b)
{
    if (pthread_barrier_wait(b)) {
        CHECK_EQ(pthread_barrier_destroy(b), 0);
        free(b);
    }
    return NULL;
}

int main(void)
{
    pthread_barrier_t own;

    CHECK_EQ(pthread_barrier_init(&own, NULL, 0), EINVAL);
    CHECK_EQ(pthread_barrier_init(&own, NULL, THREADS), 0);
    barrier = &own;
    pthread_t t[THREADS];
    for (int i = 0; i < THREADS; i++)
        CHECK_EQ(pthread_create(&t[i], NULL, walk, NULL), 0);
    for (int i = 0; i < THREADS; i++)
        CHECK_EQ(pthread_join(t[i], NULL), 0);
    CHECK_EQ(marked, ROUNDS);
    CHECK_EQ(pthread_barrier_destroy(&own), 0);
    for (int i = 0; i < ROUNDS; i++) {
        pthread_barrier_t *b = malloc(sizeof(*b));
        CHECK_EQ(pthread_barrier_init(b, NULL, 2), 0);
        CHECK_EQ(pthread_create(&t[0], NULL, meet, b), 0);
        meet(b);
        CHECK_EQ(pthread_join(t[0], NULL), 0);
    }
    return 0;
}
