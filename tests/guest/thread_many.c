/* Hundreds of threads, joined, detached or ending together, leave nothing behind; more than
 * THREADS_MAX at once are refused, and affect no other process. */
/* machine: cpus=4 */
#include "child.h"
#include <pthread.h>
#include <sched.h>
#include <sys/procinfo.h>

#define ROUNDS 12
#define CROWD  40

static struct procinfo info(void)
{
    static struct procinfo list[64];
    ssize_t n = proclist(list, 64);
    for (ssize_t i = 0; i < n; i++)
        if (list[i].pi_pid == getpid())
            return list[i];
    FAIL("this process is not listed");
}

static void *add_one(void *sum)
{
    __atomic_add_fetch((int *)sum, 1, __ATOMIC_RELAXED);
    return sum;
}

static void many(void)
{
    int sum = 0;
    pthread_t t[CROWD];
    for (int i = 0; i < CROWD; i++)
        CHECK_EQ(pthread_create(&t[i], NULL, add_one, &sum), 0);
    void *result;
    for (int i = 0; i < CROWD; i++) {
        if (i % 4 == 3) {
            CHECK_EQ(pthread_detach(t[i]), 0);
        } else {
            CHECK_EQ(pthread_join(t[i], &result), 0);
            CHECK_EQ(result, &sum);
        }
    }
    while (info().pi_threads > 1)
        sched_yield();
    CHECK_EQ(sum, CROWD);
}

static void *wait_for_end(void *in)
{
    char byte;
    CHECK_EQ(read((int)(long)in, &byte, 1), 0);
    return NULL;
}

static void too_many(void)
{
    struct channel c = channel_open();
    int n = 0, error;
    pthread_t t[THREADS_MAX + 1];
    while ((error = pthread_create(&t[n], NULL, wait_for_end, (void *)(long)c.in)) == 0)
        CHECK(++n < THREADS_MAX);
    CHECK_EQ(error, EAGAIN);
    CHECK_EQ(n, THREADS_MAX - 1);
    CHECK_EQ(info().pi_threads, THREADS_MAX);
    CHECK_EQ(close(c.out), 0);
    for (int i = 0; i < n; i++)
        CHECK_EQ(pthread_join(t[i], NULL), 0);
    CHECK_EQ(close(c.in), 0);
}

int main(void)
{
    many();
    uint64_t before = info().pi_bytes;
    for (int i = 0; i < ROUNDS; i++)
        many();
    /* A detached thread's stack may stand until the next one is made: a few pages each. */
    CHECK(info().pi_bytes <= before + CROWD / 4 * 3 * PAGE_SIZE);
    too_many();
    too_many();
    CHECK_EQ(info().pi_threads, 1);
    return 0;
}
