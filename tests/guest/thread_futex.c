/* The futex calls: every error, who is woken and how many, and no wake-up lost between four CPUs.
 */
/* machine: cpus=4 */
#include "child.h"
#include <pthread.h>
#include <sched.h>
#include <sys/procinfo.h>
#include <time.h>

int __futex_wait(int *word, int expected, const struct timespec *timeout);
int __futex_wake(int *word, int count);

#define SLEEPERS 6
#define ROUNDS   2000

static int word, other, awake;

static void handler(int sig, siginfo_t *info, void *context)
{
    (void)sig, (void)info, (void)context;
}

static void errors(void)
{
    struct timespec short_time = {0, 1000000}, negative = {-1, 0}, odd = {0, 1000000000};
    int *read_only = (int *)map_memory(PAGE_SIZE, PROT_READ);
    CHECK_FAILS(__futex_wait(&word, 1, NULL), EAGAIN);
    CHECK_FAILS(__futex_wait(&word, 1, &short_time), EAGAIN);
    CHECK_FAILS(__futex_wait(&word, 0, &short_time), ETIMEDOUT);
    CHECK_FAILS(__futex_wait(read_only, 0, &short_time), ETIMEDOUT); /* not there yet, and 0 */
    CHECK_FAILS(__futex_wait(&word, 0, &(struct timespec){0, 0}), ETIMEDOUT);
    CHECK_FAILS(__futex_wait(&word, 0, &negative), EINVAL);
    CHECK_FAILS(__futex_wait(&word, 0, &odd), EINVAL);
    CHECK_FAILS(__futex_wait(&word, 0, nowhere()), EFAULT);
    CHECK_FAILS(__futex_wait((int *)((char *)&word + 1), 0, NULL), EINVAL);
    CHECK_FAILS(__futex_wait(nowhere(), 0, NULL), EFAULT);
    CHECK_FAILS(__futex_wait((int *)0xffff800000000000, 0, NULL), EFAULT);
    CHECK_EQ(__futex_wake(&word, 100), 0);
    CHECK_EQ(__futex_wake(&word, -1), 0);
    CHECK_EQ(__futex_wake(nowhere(), 1), 0);

    set_handler(SIGALRM, handler, SA_RESTART);
    alarm(1);
    CHECK_FAILS(__futex_wait(&word, 0, NULL), EINTR); /* even so: the caller looks again */
}

static int sleepers(void)
{
    static struct procinfo list[64];
    ssize_t n = proclist(list, 64);
    for (ssize_t i = 0; i < n; i++)
        if (list[i].pi_pid == getpid())
            return list[i].pi_threads - 1;
    return 0;
}

static void *sleep_on(void *w)
{
    __atomic_add_fetch(&awake, 1, __ATOMIC_SEQ_CST);
    CHECK_EQ(__futex_wait(w, 0, NULL), 0);
    return NULL;
}

/* Nobody sleeps yet when a thread says so; a wake-up that finds nobody is made again. */
static void wake_one_by_one(void)
{
    pthread_t t[SLEEPERS], elsewhere;
    for (int i = 0; i < SLEEPERS; i++)
        CHECK_EQ(pthread_create(&t[i], NULL, sleep_on, &word), 0);
    CHECK_EQ(pthread_create(&elsewhere, NULL, sleep_on, &other), 0);
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
    CHECK_EQ(sleepers(), 1);
    while (__futex_wake(&other, 1) == 0)
        sched_yield();
    CHECK_EQ(pthread_join(elsewhere, NULL), 0);
}

/* Pairs of threads hand a token to and fro, sleeping whenever it is not theirs. */
static int tokens[2][16];

static void take_turns(int *token, int mine)
{
    for (int i = 0; i < ROUNDS; i++) {
        int seen;
        while ((seen = __atomic_load_n(token, __ATOMIC_ACQUIRE)) % 2 != mine)
            __futex_wait(token, seen, NULL);
        __atomic_store_n(token, seen + 1, __ATOMIC_RELEASE);
        CHECK(__futex_wake(token, 1) <= 1);
    }
}

static void *even(void *token)
{
    take_turns(token, 0);
    return NULL;
}

static void *odd_turns(void *token)
{
    take_turns(token, 1);
    return NULL;
}

static void no_lost_wakeups(void)
{
    pthread_t t[4];
    for (int i = 0; i < 4; i++)
        CHECK_EQ(pthread_create(&t[i], NULL, i % 2 ? odd_turns : even, tokens[i / 2]), 0);
    for (int i = 0; i < 4; i++)
        CHECK_EQ(pthread_join(t[i], NULL), 0);
    CHECK_EQ(tokens[0][0], 2 * ROUNDS);
    CHECK_EQ(tokens[1][0], 2 * ROUNDS);
}

/* A sleeper is woken by its own word alone, among more words than the kernel can tell apart by a
 * look at their addresses. */
static void no_other_word(void)
{
    static int words[1000];
    pthread_t t;
    CHECK_EQ(pthread_create(&t, NULL, sleep_on, &words[500]), 0);
    for (int round = 0; round < 20; round++) {
        sched_yield();
        for (int i = 0; i < 1000; i++)
            if (i != 500)
                CHECK_EQ(__futex_wake(&words[i], 100), 0);
    }
    while (__futex_wake(&words[500], 1) == 0)
        sched_yield();
    CHECK_EQ(pthread_join(t, NULL), 0);
}

/* The same address in two processes is two words. */
static void not_shared(void)
{
    struct timespec a_while = {0, 50000000};
    pid_t pid = START_CHILD(CHECK_FAILS(__futex_wait(&word, 0, &a_while), ETIMEDOUT));
    while (waitpid(pid, nowhere(), WNOHANG) == 0)
        CHECK_EQ(__futex_wake(&word, 100), 0);
    CHECK_EQ(child_wait(pid), 0);
}

int main(void)
{
    errors();
    wake_one_by_one();
    no_other_word();
    no_lost_wakeups();
    not_shared();
    return 0;
}
