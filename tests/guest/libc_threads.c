/* Threads: results, mutexes of every kind, conditions, once, keys, detached ones, many, locked
 * streams and memory, and a stack that ends in a guard page. */
/* machine: cpus=4 */
#include "check.h"
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define WORKERS 8
#define ROUNDS  2000

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static long counter;

static void run_all(void *(*run)(void *))
{
    pthread_t t[WORKERS];

    for (intptr_t i = 0; i < WORKERS; i++)
        CHECK_EQ(pthread_create(&t[i], NULL, run, (void *)i), 0);
    for (intptr_t i = 0; i < WORKERS; i++) {
        void *result;

        CHECK_EQ(pthread_join(t[i], &result), 0);
        CHECK_EQ((intptr_t)result, i);
    }
}

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

/* A queue of one place between the threads with even numbers and the others. */
static int full, sum;

static void *trade(void *arg)
{
    for (int i = 1; i <= ROUNDS / 4; i++) {
        int gives = ((intptr_t)arg & 1) == 0;

        pthread_mutex_lock(&mutex);
        while (gives ? full : !full)
            pthread_cond_wait(&cond, &mutex);
        if (gives) {
            full = i;
        } else {
            sum += full;
            full = 0;
        }
        pthread_cond_broadcast(&cond);
        pthread_mutex_unlock(&mutex);
    }
    return arg;
}

/* Memory and a stream used by all at once. */
static FILE *shared;

static void *use_library(void *arg)
{
    char *p[16] = {NULL};

    for (int i = 0; i < ROUNDS; i++) {
        int k = i % 16;

        if (p[k])
            CHECK_EQ(p[k][i % 7], (char)(intptr_t)arg);
        free(p[k]);
        p[k] = malloc(8 + i % 300);
        memset(p[k], (intptr_t)arg, 8 + i % 300);
        if (k == 0)
            fprintf(shared, "%s\n", "twelve bytes");
    }
    for (int k = 0; k < 16; k++)
        free(p[k]);
    return arg;
}

static void library(void)
{
    char line[64];
    int lines = 0;

    shared = tmpfile();
    CHECK(shared);
    run_all(use_library);
    rewind(shared);
    for (; fgets(line, sizeof(line), shared); lines++)
        CHECK_STR(line, "twelve bytes\n");
    CHECK_EQ(lines, WORKERS * ROUNDS / 16);
    fclose(shared);
}

static void *reads(void *in)
{
    CHECK_EQ(getc(in), 'x');
    return NULL;
}

/* While a thread holds a stream's lock and waits for input, the others can be flushed. */
static void flush_past_a_reader(void)
{
    pthread_t t;
    int ends[2];
    CHECK_EQ(pipe(ends), 0);
    FILE *in = fdopen(ends[0], "r");
    CHECK_EQ(pthread_create(&t, NULL, reads, in), 0);
    while (ftrylockfile(in) == 0) {
        funlockfile(in);
        sched_yield();
    }
    CHECK_EQ(fflush(NULL), 0);
    CHECK_EQ(write(ends[1], "x", 1), 1);
    CHECK_EQ(pthread_join(t, NULL), 0);
    fclose(in);
    close(ends[1]);
}

static void kinds_of_mutex(void)
{
    pthread_mutexattr_t attr;
    pthread_mutex_t m;

    pthread_mutexattr_init(&attr);
    pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&m, &attr);
    CHECK_EQ(pthread_mutex_lock(&m), 0);
    CHECK_EQ(pthread_mutex_lock(&m), 0);
    CHECK_EQ(pthread_mutex_trylock(&m), 0);
    for (int i = 0; i < 3; i++)
        CHECK_EQ(pthread_mutex_unlock(&m), 0);
    CHECK_EQ(pthread_mutex_unlock(&m), EPERM);

    pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&m, &attr);
    CHECK_EQ(pthread_mutex_unlock(&m), EPERM);
    CHECK_EQ(pthread_mutex_lock(&m), 0);
    CHECK_EQ(pthread_mutex_lock(&m), EDEADLK);
    CHECK_EQ(pthread_mutex_trylock(&m), EBUSY);
    CHECK_EQ(pthread_mutex_unlock(&m), 0);
}

static void timed_wait(void)
{
    struct timespec until, now;

    pthread_mutex_lock(&mutex);
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 20000000;
    if (until.tv_nsec >= 1000000000) {
        until.tv_nsec -= 1000000000;
        until.tv_sec++;
    }
    int err;
    while ((err = pthread_cond_timedwait(&cond, &mutex, &until)) == 0)
        ;
    clock_gettime(CLOCK_REALTIME, &now);
    CHECK_EQ(err, ETIMEDOUT);
    CHECK(now.tv_sec > until.tv_sec ||
          (now.tv_sec == until.tv_sec && now.tv_nsec >= until.tv_nsec));
    pthread_mutex_unlock(&mutex);
}

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static int made, destroyed;

static void make_key(void)
{
    made++;
    CHECK_EQ(pthread_key_create(&key, free), 0);
}

static void destroy(void *value)
{
    __atomic_add_fetch(&destroyed, (int)(intptr_t)value, __ATOMIC_RELAXED);
}

static void *use_key(void *arg)
{
    pthread_once(&once, make_key);
    CHECK(!pthread_getspecific(key));
    CHECK_EQ(pthread_setspecific(key, malloc(10)), 0);
    sched_yield();
    CHECK(pthread_getspecific(key));
    pthread_exit(arg);
}

static void *set_key(void *arg)
{
    pthread_setspecific(key, (void *)1);
    return arg;
}

static void keys(void)
{
    run_all(use_key);
    CHECK_EQ(made, 1);
    CHECK_EQ(pthread_key_delete(key), 0);
    CHECK_EQ(pthread_key_create(&key, destroy), 0);
    CHECK(!pthread_getspecific(key));
    run_all(set_key);
    CHECK_EQ(destroyed, WORKERS);
}

static int ended;

static void *end(void *arg)
{
    pthread_mutex_lock(&mutex);
    ended++;
    pthread_cond_signal(&cond);
    pthread_mutex_unlock(&mutex);
    return arg;
}

/* More than may live at once, one after the other: their memory must come back. */
static void detached(void)
{
    pthread_attr_t attr;
    pthread_t t;

    pthread_attr_init(&attr);
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
    for (int i = 1; i <= 300; i++) {
        CHECK_EQ(pthread_create(&t, i & 1 ? &attr : NULL, end, NULL), 0);
        if (!(i & 1))
            CHECK_EQ(pthread_detach(t), 0);
        pthread_mutex_lock(&mutex);
        while (ended < i)
            pthread_cond_wait(&cond, &mutex);
        pthread_mutex_unlock(&mutex);
    }
}

__attribute__((noinline)) static int dig(int depth)
{
    volatile char frame[1000];

    frame[depth % 1000] = depth;
    return depth == 0 ? 0 : dig(depth - 1) + frame[depth % 1000];
}

static void *overflow(void *arg)
{
    return (void *)(intptr_t)dig((int)(intptr_t)arg);
}

static void guard_page(void)
{
    pthread_t t;
    int status;
    pid_t child = fork();

    if (child == 0) {
        freopen("/dev/null", "w", stderr);
        pthread_create(&t, NULL, overflow, (void *)(intptr_t)100);
        pthread_join(t, NULL);
        pthread_create(&t, NULL, overflow, (void *)(intptr_t)10000000);
        pthread_join(t, NULL);
        _exit(0);
    }
    CHECK_EQ(waitpid(child, &status, 0), child);
    CHECK_EQ(WTERMSIG(status), SIGSEGV);
}

static void *outlive(void *arg)
{
    for (int i = 0; i < 100; i++)
        sched_yield();
    return arg;
}

static void last_one_ends_the_process(void)
{
    pthread_t t;
    int status;
    pid_t child = fork();

    if (child == 0) {
        pthread_create(&t, NULL, outlive, NULL);
        pthread_exit(NULL);
    }
    CHECK_EQ(waitpid(child, &status, 0), child);
    CHECK_EQ(status, 0);
}

int main(void)
{
    run_all(count);
    CHECK_EQ(counter, WORKERS * ROUNDS);
    run_all(trade);
    CHECK_EQ(sum, WORKERS / 2 * (ROUNDS / 4) * (ROUNDS / 4 + 1) / 2);
    library();
    flush_past_a_reader();
    kinds_of_mutex();
    timed_wait();
    keys();
    detached();
    guard_page();
    last_one_ends_the_process();
    CHECK_EQ(pthread_join(pthread_self(), NULL), EDEADLK);
    return 0;
}
