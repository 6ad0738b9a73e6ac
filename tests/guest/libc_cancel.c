/* A cancelled thread ends at its next cancellation point, asleep or not, after its cleanups. */
/* machine: cpus=4 */
#include "check.h"
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define ROUNDS 300

static int fds[2], cleanups[3], n_cleanups;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static sem_t never;
static pthread_t sleeper;

static void note(void *number)
{
    cleanups[n_cleanups++] = *(int *)number;
}

static void *in_read(void *unused)
{
    (void)unused;
    char c;
    read(fds[0], &c, 1);
    return NULL;
}

static void *in_pause(void *unused)
{
    for (;;)
        pause();
    return unused;
}

static void *in_sleep(void *unused)
{
    sleep(1000);
    return unused;
}

static void *in_sem(void *unused)
{
    sem_wait(&never);
    return unused;
}

static void *in_join(void *unused)
{
    pthread_join(sleeper, NULL);
    return unused;
}

static void *in_sigwait(void *unused)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGUSR2);
    int sig;
    sigwait(&set, &sig);
    return unused;
}

static void unlock(void *m)
{
    note(&(int){pthread_mutex_trylock(m) == EBUSY}); /* the wait has taken it again */
    pthread_mutex_unlock(m);
}

static void *in_cond(void *unused)
{
    pthread_mutex_lock(&mutex);
    pthread_cleanup_push(unlock, &mutex);
    for (;;)
        pthread_cond_wait(&cond, &mutex);
    pthread_cleanup_pop(1);
    return unused;
}

static void cancelled(pthread_t t)
{
    CHECK_EQ(pthread_cancel(t), 0);
    void *result;
    CHECK_EQ(pthread_join(t, &result), 0);
    CHECK(result == PTHREAD_CANCELED);
}

/* Where the thread is when the signal comes differs from round to round. */
static void points(void)
{
    void *(*const run[])(void *) = {in_read, in_pause, in_sleep, in_sem, in_join, in_sigwait};

    CHECK_EQ(pthread_create(&sleeper, NULL, in_pause, NULL), 0);
    pthread_t t;
    for (int i = 0; i < ROUNDS; i++) {
        CHECK_EQ(pthread_create(&t, NULL, run[i % 6], NULL), 0);
        for (int n = i % 50; n > 0; n--)
            sched_yield();
        cancelled(t);
    }
    cancelled(sleeper);
    for (int i = 0; i < ROUNDS; i++) {
        n_cleanups = 0;
        CHECK_EQ(pthread_create(&t, NULL, in_cond, NULL), 0);
        pthread_mutex_lock(&mutex);
        pthread_mutex_unlock(&mutex);
        for (int n = i % 50; n > 0; n--)
            sched_yield();
        cancelled(t);
        CHECK(n_cleanups == 0 || cleanups[0] == 1);
        CHECK_EQ(pthread_mutex_trylock(&mutex), 0);
        pthread_mutex_unlock(&mutex);
    }
}

static volatile int stage;

static void wait_for_stage(int n)
{
    while (stage < n)
        sched_yield();
}

/* Blocked in a read, the thread runs a handler, in which it is cancelled. */
static void on_usr1(int sig)
{
    (void)sig;
    stage = 1;
    wait_for_stage(2);
}

static void below_a_handler(void)
{
    struct sigaction act = {.sa_handler = on_usr1, .sa_flags = SA_RESTART};

    CHECK_EQ(sigaction(SIGUSR1, &act, NULL), 0);
    pthread_t t;
    for (int i = 0; i < 20; i++) {
        stage = 0;
        CHECK_EQ(pthread_create(&t, NULL, in_read, NULL), 0);
        for (int n = i; n > 0; n--)
            sched_yield();
        CHECK_EQ(pthread_kill(t, SIGUSR1), 0);
        wait_for_stage(1);
        CHECK_EQ(pthread_cancel(t), 0);
        stage = 2;
        cancelled(t);
    }
}

static void *disabled(void *unused)
{
    static int one = 1, two = 2, three = 3;
    int old;

    CHECK_EQ(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old), 0);
    CHECK_EQ(old, PTHREAD_CANCEL_ENABLE);
    stage = 1;
    char c;
    CHECK_EQ(read(fds[0], &c, 1), 1); /* the main thread writes after it has cancelled */
    pthread_testcancel();
    pthread_cleanup_push(note, &one);
    pthread_cleanup_push(note, &two);
    pthread_cleanup_push(note, &three);
    pthread_cleanup_pop(0);
    CHECK_EQ(pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old), 0);
    CHECK_EQ(old, PTHREAD_CANCEL_DISABLE);
    stage = 2;
    pthread_testcancel();
    stage = 3;
    pthread_cleanup_pop(0);
    pthread_cleanup_pop(0);
    return unused;
}

static void *loops(void *unused)
{
    CHECK_EQ(pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL), 0);
    stage = 1;
    for (;;)
        ;
    return unused;
}

static void states(void)
{
    stage = n_cleanups = 0;
    pthread_t t;
    CHECK_EQ(pthread_create(&t, NULL, disabled, NULL), 0);
    wait_for_stage(1);
    CHECK_EQ(pthread_cancel(t), 0);
    CHECK_EQ(write(fds[1], "x", 1), 1);
    cancelled(t);
    CHECK_EQ(stage, 2);
    CHECK_EQ(n_cleanups, 2);
    CHECK_EQ(cleanups[0], 2);
    CHECK_EQ(cleanups[1], 1);
    stage = 0;
    CHECK_EQ(pthread_create(&t, NULL, loops, NULL), 0);
    wait_for_stage(1);
    cancelled(t);
    CHECK_EQ(pthread_setcancelstate(7, NULL), EINVAL);
    CHECK_EQ(pthread_setcanceltype(7, NULL), EINVAL);
}

static void *only_its_own_work(void *unused)
{
    stage = 1;
    wait_for_stage(2);
    return unused;
}

/* A thread without a point ends as it would, and one that it creates can be cancelled. */
static void without_points(void)
{
    pthread_t t;
    void *result = &t;

    stage = 0;
    CHECK_EQ(pthread_create(&t, NULL, only_its_own_work, NULL), 0);
    wait_for_stage(1);
    CHECK_EQ(pthread_cancel(t), 0);
    stage = 2;
    CHECK_EQ(pthread_join(t, &result), 0);
    CHECK(!result);
    CHECK_EQ(pthread_cancel(t), ESRCH);
}

int main(void)
{
    CHECK_EQ(pipe(fds), 0);
    CHECK_EQ(sem_init(&never, 0, 0), 0);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR2);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    points();
    below_a_handler();
    states();
    without_points();
    return 0;
}
