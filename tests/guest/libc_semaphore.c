/* A semaphore lets as many threads pass as it was posted, and none is left asleep. */
/* machine: cpus=4 */
#include "child.h"
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

#define THREADS 4
#define TURNS   5000

static sem_t full, room;
static volatile int inside;

static void *take(void *unused)
{
    for (int i = 0; i < TURNS; i++) {
        CHECK_EQ(sem_wait(&full), 0);
        __atomic_fetch_sub(&inside, 1, __ATOMIC_RELAXED);
        CHECK_EQ(sem_post(&room), 0);
    }
    return unused;
}

static void *put(void *unused)
{
    for (int i = 0; i < TURNS; i++) {
        CHECK_EQ(sem_wait(&room), 0);
        CHECK_IN(__atomic_add_fetch(&inside, 1, __ATOMIC_RELAXED), 1, 2);
        CHECK_EQ(sem_post(&full), 0);
    }
    return unused;
}

static void threads(void)
{
    CHECK_EQ(sem_init(&full, 0, 0), 0);
    CHECK_EQ(sem_init(&room, 0, 2), 0);
    pthread_t t[2 * THREADS];
    for (int i = 0; i < 2 * THREADS; i++)
        CHECK_EQ(pthread_create(&t[i], NULL, i % 2 ? take : put, NULL), 0);
    for (int i = 0; i < 2 * THREADS; i++)
        CHECK_EQ(pthread_join(t[i], NULL), 0);
    int value;
    CHECK_EQ(sem_getvalue(&room, &value), 0);
    CHECK_EQ(value, 2);
    CHECK_FAILS(sem_trywait(&full), EAGAIN);
    CHECK_EQ(sem_destroy(&full), 0);
}

static void note(int sig)
{
    (void)sig;
}

static volatile int alarms;

static void post(int sig)
{
    (void)sig;
    if (++alarms == 2)
        sem_post(&full);
}

static void ends_without(void)
{
    struct timespec until;
    CHECK_EQ(clock_gettime(CLOCK_REALTIME, &until), 0);
    CHECK_FAILS(sem_timedwait(&full, &until), ETIMEDOUT);
    until.tv_nsec = 1000000000;
    CHECK_FAILS(sem_timedwait(&full, &until), EINVAL);
    CHECK_EQ(sem_timedwait(&room, &until), 0); /* it need not wait */
    struct sigaction act = {.sa_handler = note};
    CHECK_EQ(sigaction(SIGALRM, &act, NULL), 0);
    alarm_each_second();
    CHECK_FAILS(sem_wait(&full), EINTR);
    signal(SIGALRM, post); /* with SA_RESTART the wait goes on */
    CHECK_EQ(sem_wait(&full), 0);
    CHECK_EQ(alarms, 2);
    setitimer(ITIMER_REAL, &(struct itimerval){{0, 0}, {0, 0}}, NULL);
}

int main(void)
{
    threads();
    ends_without();
    sem_t sem;
    CHECK_FAILS(sem_init(&sem, 0, SEM_VALUE_MAX + 1u), EINVAL);
    CHECK_EQ(sem_init(&sem, 0, SEM_VALUE_MAX), 0);
    CHECK_FAILS(sem_post(&sem), EOVERFLOW);
    return 0;
}
