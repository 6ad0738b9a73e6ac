/* sigsuspend returns once a handler has run in its own thread, and goes on waiting if the signal
 * that ended the wait was taken by another thread first (POSIX.1-2017, XSH 3 sigsuspend). */
/* machine: cpus=4 */
#include "child.h"
#include <pthread.h>
#include <stdbool.h>

#define ROUNDS 15000

static __thread volatile int taken;
static int all_taken;
static bool stop;

static void handler(int sig)
{
    (void)sig;
    taken++;
    __atomic_add_fetch(&all_taken, 1, __ATOMIC_SEQ_CST);
}

static void *suspend(void *unused)
{
    sigset_t none = 0;
    for (int before = 0; !__atomic_load_n(&stop, __ATOMIC_SEQ_CST); before = taken) {
        CHECK_FAILS(sigsuspend(&none), EINTR);
        CHECK(taken > before);
    }
    return unused;
}

int main(void)
{
    sigset_t usr1 = 1u << SIGUSR1;
    signal(SIGUSR1, handler);
    CHECK_EQ(sigprocmask(SIG_BLOCK, &usr1, NULL), 0);
    pthread_t thread;
    CHECK_EQ(pthread_create(&thread, NULL, suspend, NULL), 0);
    for (int round = 0; round < ROUNDS; round++) {
        CHECK_EQ(kill(getpid(), SIGUSR1), 0);
        CHECK_EQ(sigprocmask(SIG_UNBLOCK, &usr1, NULL), 0); /* either takes it */
        CHECK_EQ(sigprocmask(SIG_BLOCK, &usr1, NULL), 0);
        while (__atomic_load_n(&all_taken, __ATOMIC_SEQ_CST) <= round)
            __asm__ volatile("pause");
    }
    __atomic_store_n(&stop, true, __ATOMIC_SEQ_CST);
    CHECK_EQ(kill(getpid(), SIGUSR1), 0);
    CHECK_EQ(pthread_join(thread, NULL), 0);
    return 0;
}
