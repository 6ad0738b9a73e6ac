/* Threads that are joined, detached or end together leave nothing behind.  A thousand run at once.
 * One more than RLIMIT_NPROC is refused, and affects no other process. */
/* machine: cpus=4 */
#include "child.h"
#include <pthread.h>
#include <sched.h>
#include <sys/procinfo.h>
#include <sys/resource.h>

#define ROUNDS 12
#define CROWD  40
#define MOST   1100

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
    struct rlimit limit;
    CHECK_EQ(getrlimit(RLIMIT_NPROC, &limit), 0);
    limit.rlim_cur = MOST;
    CHECK_EQ(setrlimit(RLIMIT_NPROC, &limit), 0);
    CHECK_EQ(sysconf(_SC_THREAD_THREADS_MAX), MOST);
    int n = 0, error;
    pthread_t t[MOST];
    while ((error = pthread_create(&t[n], NULL, wait_for_end, (void *)(long)c.in)) == 0)
        CHECK(++n < MOST);
    CHECK_EQ(error, EAGAIN);
    CHECK_EQ(n, MOST - 1);
    CHECK_EQ(info().pi_threads, MOST);
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
