/* A signal that another thread takes does not end nanosleep, although it had woken the sleeper. */
/* machine: det=1 cpus=1 */
#include "child.h"
#include <pthread.h>
#include <time.h>

#define SIGNALS 10

static volatile int taken;
static pthread_t taker;

static void handler(int sig, siginfo_t *info, void *context)
{
    (void)sig, (void)info, (void)context;
    CHECK(pthread_equal(pthread_self(), taker));
    taken++;
}

/* A thread that sets its mask takes what is pending (kernel/proc/signal.c): before the sleeper gets
 * the CPU, which this one has. */
static void *take_all(void *unused)
{
    taker = pthread_self();
    sigset_t signals = 1u << SIGUSR1;
    for (int i = 0; i < SIGNALS; i++) {
        CHECK_EQ(nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL), 0);
        CHECK_EQ(pthread_sigmask(SIG_BLOCK, &signals, NULL), 0);
        CHECK_EQ(kill(getpid(), SIGUSR1), 0);
        CHECK_EQ(pthread_sigmask(SIG_UNBLOCK, &signals, NULL), 0);
        CHECK_EQ(taken, i + 1);
    }
    return unused;
}

int main(void)
{
    set_handler(SIGUSR1, handler, SA_RESTART);
    pthread_t thread;
    CHECK_EQ(pthread_create(&thread, NULL, take_all, NULL), 0);
    CHECK_EQ(nanosleep(&(struct timespec){.tv_nsec = 500000000}, NULL), 0);
    CHECK_EQ(taken, SIGNALS);
    CHECK_EQ(pthread_join(thread, NULL), 0);
    return 0;
}
