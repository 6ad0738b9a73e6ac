/* futex_wake wakes as many threads as it says, and only such as sleep on its word: at another
 * address, or in another process, they sleep on. */
/* machine: cpus=4 */
#include "futex.h"
#include "state_of.h"
#include <sys/procinfo.h>

#define SLEEPERS 6

static int word, other;

static int other_threads(void)
{
    static struct procinfo list[64];
    ssize_t n = proclist(list, 64);
    for (ssize_t i = 0; i < n; i++)
        if (list[i].pi_pid == getpid())
            return list[i].pi_threads - 1;
    return 0;
}

/* A thread may not sleep yet: a call that wakes none is made again. */
static void two_at_a_time(void)
{
    pthread_t t[SLEEPERS];
    for (int i = 0; i < SLEEPERS; i++)
        CHECK_EQ(pthread_create(&t[i], NULL, futex_sleep, &word), 0);
    pthread_t elsewhere;
    CHECK_EQ(pthread_create(&elsewhere, NULL, futex_sleep, &other), 0);
    for (int woken = 0; woken < SLEEPERS;) {
        int n = __futex_wake(&word, 2);
        CHECK_IN(n, 0, 2);
        woken += n;
        if (n == 0)
            sched_yield();
    }
    CHECK_EQ(__futex_wake(&word, 100), 0);
    for (int i = 0; i < SLEEPERS; i++)
        CHECK_EQ(pthread_join(t[i], NULL), 0);
    CHECK_EQ(other_threads(), 1);
    futex_wake_the_sleeper(&other);
    CHECK_EQ(pthread_join(elsewhere, NULL), 0);
}

/* There are more words than the kernel has buckets for: some share the sleeper's. */
static void not_by_another_word(void)
{
    static int words[1000];
    pthread_t t;
    CHECK_EQ(pthread_create(&t, NULL, futex_sleep, &words[500]), 0);
    for (int round = 0; round < 20; round++) {
        sched_yield();
        for (int i = 0; i < 1000; i++)
            if (i != 500)
                CHECK_EQ(__futex_wake(&words[i], 100), 0);
    }
    futex_wake_the_sleeper(&words[500]);
    CHECK_EQ(pthread_join(t, NULL), 0);
}

/* The same address in two processes is two words. */
static void not_by_another_process(void)
{
    struct timespec a_while = {0, 50000000};
    pid_t pid = START_CHILD(CHECK_FAILS(__futex_wait(&word, 0, &a_while), ETIMEDOUT));
    while (state_of(pid) != 'Z')
        CHECK_EQ(__futex_wake(&word, 100), 0);
    CHECK_EQ(child_wait(pid), 0);
}

int main(void)
{
    two_at_a_time();
    not_by_another_word();
    not_by_another_process();
    return 0;
}
