/* A timed lock of a mutex ends at its time, and loses no wake-up of other threads. */
/* machine: cpus=4 */
#include "check.h"
#include <errno.h>
#include <pthread.h>
#include <threads.h>
#include <time.h>

#define THREADS 6
#define TURNS   3000

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int inside, times_out, times_in;

static void in_milliseconds(struct timespec *t, long n)
{
    CHECK_EQ(clock_gettime(CLOCK_REALTIME, t), 0);
    t->tv_nsec += n * 1000000;
    t->tv_sec += t->tv_nsec / 1000000000;
    t->tv_nsec %= 1000000000;
}

static void *use(void *number)
{
    struct timespec until;

    for (int i = 0; i < TURNS; i++) {
        in_milliseconds(&until, i % 3 ? 1000 : 0);
        int error =
            (long)number % 2 ? pthread_mutex_lock(&mutex) : pthread_mutex_timedlock(&mutex, &until);
        if (error) {
            CHECK_EQ(error, ETIMEDOUT);
            __atomic_add_fetch(&times_out, 1, __ATOMIC_RELAXED);
            continue;
        }
        CHECK_EQ(inside++, 0);
        times_in++;
        inside--;
        CHECK_EQ(pthread_mutex_unlock(&mutex), 0);
    }
    return NULL;
}

static void *held_by_another(void *m)
{
    struct timespec until = {1, 0}, no_time = {1, -1};

    CHECK_EQ(pthread_mutex_timedlock(m, &until), ETIMEDOUT);
    CHECK_EQ(pthread_mutex_timedlock(m, &no_time), EINVAL);
    in_milliseconds(&until, 3);
    CHECK_EQ(pthread_mutex_timedlock(m, &until), ETIMEDOUT);
    struct timespec now;
    CHECK_EQ(clock_gettime(CLOCK_REALTIME, &now), 0);
    CHECK(now.tv_sec > until.tv_sec ||
          (now.tv_sec == until.tv_sec && now.tv_nsec >= until.tv_nsec));
    return NULL;
}

static void kinds(void)
{
    struct timespec until = {1, 0};

    pthread_mutexattr_t attr;
    CHECK_EQ(pthread_mutexattr_init(&attr), 0);
    CHECK_EQ(pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE), 0);
    pthread_mutex_t m;
    CHECK_EQ(pthread_mutex_init(&m, &attr), 0);
    CHECK_EQ(pthread_mutex_timedlock(&m, &until), 0);
    CHECK_EQ(pthread_mutex_timedlock(&m, &until), 0);
    pthread_t t;
    CHECK_EQ(pthread_create(&t, NULL, held_by_another, &m), 0);
    CHECK_EQ(pthread_join(t, NULL), 0);
    CHECK_EQ(pthread_mutex_unlock(&m), 0);
    CHECK_EQ(pthread_mutex_unlock(&m), 0);
    CHECK_EQ(pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ERRORCHECK), 0);
    CHECK_EQ(pthread_mutex_init(&m, &attr), 0);
    CHECK_EQ(pthread_mutex_timedlock(&m, &until), 0);
    CHECK_EQ(pthread_mutex_timedlock(&m, &until), EDEADLK);
    CHECK_EQ(pthread_mutex_unlock(&m), 0);
}

int main(void)
{
    pthread_t t[THREADS];

    for (long i = 0; i < THREADS; i++)
        CHECK_EQ(pthread_create(&t[i], NULL, use, (void *)i), 0);
    for (int i = 0; i < THREADS; i++)
        CHECK_EQ(pthread_join(t[i], NULL), 0);
    CHECK_EQ(times_in + times_out, THREADS * TURNS);
    CHECK_EQ(pthread_mutex_trylock(&mutex), 0);
    kinds();
    return 0;
}
