/* A mutex: no count is lost among threads that count under one. */
/* machine: cpus=4 */
#include "threads.h"
#include <sched.h>

#define ROUNDS 2000

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static long counter;

static void *count(void *arg)
{
    static __thread int mine;
    for (int i = 0; i < ROUNDS; i++) {
        pthread_mutex_lock(&mutex);
        long seen = counter;
        if (i % 16 == 0)
            sched_yield();
        counter = seen + 1;
        pthread_mutex_unlock(&mutex);
        mine++;
    }
    CHECK_EQ(mine, ROUNDS);
    return arg;
}

int main(void)
{
    run_all(count);
    CHECK_EQ(counter, WORKERS * ROUNDS);
    return 0;
}
