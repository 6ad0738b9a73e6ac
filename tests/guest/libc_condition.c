/* Condition variables: a queue of one place between threads, and a wait that ends at its time. */
/* machine: cpus=4 */
#include "threads.h"
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <time.h>

#define ROUNDS 500

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;

static int queue; /* 0: empty */
static int sum;   /* of what was taken out */

/* The threads with even numbers put 1, 2 ... ROUNDS into the queue, the others take them out. */
static void *trade(void *arg)
{
    for (int i = 1; i <= ROUNDS; i++) {
        bool puts = ((intptr_t)arg & 1) == 0;
        pthread_mutex_lock(&mutex);
        while (puts ? queue : !queue)
            pthread_cond_wait(&cond, &mutex);
        if (puts) {
            queue = i;
        } else {
            sum += queue;
            queue = 0;
        }
        pthread_cond_broadcast(&cond);
        pthread_mutex_unlock(&mutex);
    }
    return arg;
}

static void wait_until_a_time(void)
{
    pthread_mutex_lock(&mutex);
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 20000000;
    if (until.tv_nsec >= 1000000000) {
        until.tv_nsec -= 1000000000;
        until.tv_sec++;
    }
    int error;
    while ((error = pthread_cond_timedwait(&cond, &mutex, &until)) == 0)
        ;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    CHECK_EQ(error, ETIMEDOUT);
    CHECK(now.tv_sec > until.tv_sec ||
          (now.tv_sec == until.tv_sec && now.tv_nsec >= until.tv_nsec));
    pthread_mutex_unlock(&mutex);
}

/* However long ago it was. */
static void wait_until_the_past(void)
{
    const struct timespec until = {LONG_MIN, 0};
    pthread_mutex_lock(&mutex);
    CHECK_EQ(pthread_cond_timedwait(&cond, &mutex, &until), ETIMEDOUT);
    pthread_mutex_unlock(&mutex);
}

int main(void)
{
    run_all(trade);
    CHECK_EQ(sum, WORKERS / 2 * ROUNDS * (ROUNDS + 1) / 2);
    wait_until_a_time();
    wait_until_the_past();
    return 0;
}
