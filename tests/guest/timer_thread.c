/* A timer with SIGEV_THREAD calls its function with its value, each time in a new thread, which has
 * the signal mask of the thread that made the timer. */
#include "check.h"
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <time.h>

static sem_t called;
static sigset_t mask;
static int value;

static void expired(union sigval v)
{
    CHECK_EQ(pthread_sigmask(SIG_BLOCK, NULL, &mask), 0);
    value = v.sival_int;
    CHECK_EQ(sem_post(&called), 0);
}

int main(void)
{
    struct sigevent event = {.sigev_notify = SIGEV_THREAD,
                             .sigev_value = {.sival_int = 12},
                             .sigev_notify_function = expired};
    struct itimerspec often = {{.tv_nsec = 1000000}, {.tv_nsec = 1}};
    sigset_t set = 1u << SIGUSR2;
    CHECK_EQ(sem_init(&called, 0, 0), 0);
    CHECK_EQ(sigprocmask(SIG_SETMASK, &set, NULL), 0);
    timer_t timer;
    CHECK_EQ(timer_create(CLOCK_MONOTONIC, &event, &timer), 0);
    CHECK_EQ(timer_settime(timer, 0, &often, NULL), 0);
    for (int i = 0; i < 5; i++)
        CHECK_EQ(sem_wait(&called), 0);
    CHECK_EQ(value, 12);
    CHECK_EQ(mask, set);
    CHECK_EQ(timer_delete(timer), 0);

    pthread_attr_t attr;
    event.sigev_notify_attributes = &attr; /* joinable threads, which nobody would join */
    event.sigev_value.sival_int = 13;
    CHECK_EQ(pthread_attr_init(&attr), 0);
    CHECK_EQ(timer_create(CLOCK_MONOTONIC, &event, &timer), 0);
    CHECK_EQ(timer_settime(timer, 0, &often, NULL), 0);
    while (__atomic_load_n(&value, __ATOMIC_RELAXED) != 13)
        CHECK_EQ(sem_wait(&called), 0);
    return 0;
}
