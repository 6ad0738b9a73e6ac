/* A signal sent to a thread is taken by that thread, whichever others could take it: by raise, by
 * pthread_kill whether it sleeps or runs, and SIGPIPE by the thread that wrote. */
/* machine: cpus=4 */
#include "child.h"
#include <pthread.h>
#include <sched.h>

#define ROUNDS  50
#define THREADS 4

static __thread volatile int taken;
static int ready, stop;

static void handler(int sig, siginfo_t *info, void *context)
{
    (void)context;
    CHECK_EQ(info->si_signo, sig);
    CHECK_EQ(info->si_code, sig == SIGPIPE ? SI_KERNEL : SI_USER);
    CHECK_EQ(info->si_pid, sig == SIGPIPE ? 0 : getpid());
    taken++;
}

static void mask(int how, int sig)
{
    sigset_t set = 1u << sig;
    CHECK_EQ(pthread_sigmask(how, &set, NULL), 0);
}

static void wait_for(const int *word, int value)
{
    while (__atomic_load_n(word, __ATOMIC_SEQ_CST) != value)
        sched_yield();
}

static void *raises_blocked(void *closed_pipe)
{
    for (int i = 0; i < ROUNDS; i++) {
        mask(SIG_BLOCK, SIGUSR1);
        mask(SIG_BLOCK, SIGPIPE);
        CHECK_EQ(raise(SIGUSR1), 0);
        CHECK_FAILS(write(*(int *)closed_pipe, "x", 1), EPIPE);
        sched_yield();
        CHECK_EQ(taken, 2 * i);
        mask(SIG_UNBLOCK, SIGUSR1);
        mask(SIG_UNBLOCK, SIGPIPE);
        CHECK_EQ(taken, 2 * i + 2);
    }
    return NULL;
}

/* All the while the first thread blocks neither. */
static void raised(void)
{
    struct channel c = channel_open();
    close(c.in);
    pthread_t t[THREADS];
    for (int i = 0; i < THREADS; i++)
        CHECK_EQ(pthread_create(&t[i], NULL, raises_blocked, &c.out), 0);
    for (int i = 0; i < THREADS; i++)
        CHECK_EQ(pthread_join(t[i], NULL), 0);
    CHECK_EQ(taken, 0);
}

static void *counts(void *seen)
{
    __atomic_add_fetch(&ready, 1, __ATOMIC_SEQ_CST);
    while (!__atomic_load_n(&stop, __ATOMIC_SEQ_CST))
        __atomic_store_n((int *)seen, taken, __ATOMIC_SEQ_CST);
    return NULL;
}

static void *sleeps(void *seen)
{
    sigset_t all = ~0u, open = ~(1u << SIGUSR1);
    CHECK_EQ(pthread_sigmask(SIG_SETMASK, &all, NULL), 0);
    __atomic_add_fetch(&ready, 1, __ATOMIC_SEQ_CST);
    while (taken < ROUNDS) {
        CHECK_FAILS(sigsuspend(&open), EINTR);
        __atomic_store_n((int *)seen, taken, __ATOMIC_SEQ_CST);
    }
    return NULL;
}

static void sent(void)
{
    int seen[2 * THREADS] = {0};
    pthread_t running[THREADS], sleeping[THREADS];
    for (int i = 0; i < THREADS; i++) {
        CHECK_EQ(pthread_create(&running[i], NULL, counts, &seen[i]), 0);
        CHECK_EQ(pthread_create(&sleeping[i], NULL, sleeps, &seen[THREADS + i]), 0);
    }
    wait_for(&ready, 2 * THREADS);
    for (int n = 1; n <= ROUNDS; n++)
        for (int i = 0; i < THREADS; i++) {
            CHECK_EQ(pthread_kill(running[i], SIGUSR1), 0);
            CHECK_EQ(pthread_kill(sleeping[i], SIGUSR1), 0);
            wait_for(&seen[i], n);
            wait_for(&seen[THREADS + i], n);
        }
    __atomic_store_n(&stop, 1, __ATOMIC_SEQ_CST);
    for (int i = 0; i < THREADS; i++) {
        CHECK_EQ(pthread_join(running[i], NULL), 0);
        CHECK_EQ(pthread_join(sleeping[i], NULL), 0);
    }
    CHECK_EQ(taken, 0);
}

/* In the child of a fork by any thread it is that thread. */
static void *forks(void *unused)
{
    CHECK_EQ(IN_CHILD(raise(SIGUSR1); pthread_kill(pthread_self(), SIGUSR1); _exit(taken)), 2 << 8);
    return unused;
}

int main(void)
{
    set_handler(SIGUSR1, handler, 0);
    set_handler(SIGPIPE, handler, 0);
    raised();
    sent();
    pthread_t t;
    CHECK_EQ(pthread_create(&t, NULL, forks, NULL), 0);
    CHECK_EQ(pthread_join(t, NULL), 0);
    return 0;
}
