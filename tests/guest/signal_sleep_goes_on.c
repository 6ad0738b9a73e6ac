/* A signal that another thread takes does not end nanosleep, although it had woken the sleeper. */
/* machine: det=1 cpus=1 */
#include "child.h"
#include <pthread.h>
#include <sched.h>
#include <time.h>

#define SIGNALS 10

static volatile int taken, over;
static pthread_t taker;

static void handler(int sig, siginfo_t *info, void *context)
{
    (void)sig, (void)info, (void)context;
    CHECK(pthread_equal(pthread_self(), taker));
    taken++;
}

/* A thread that sets its mask takes what is pending (kernel/proc/signal.c): before the sleeper gets
 * the CPU, as this one has waited for it longer. */
static void *take_all(void *unused)
{
    taker = pthread_self();
    sigset_t none = 0;
    while (!over) {
        CHECK_EQ(pthread_sigmask(SIG_BLOCK, &none, NULL), 0);
        sched_yield();
    }
    return unused;
}

static void send_all(void)
{
    for (int i = 0; i < SIGNALS; i++) {
        CHECK_EQ(nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL), 0);
        CHECK_EQ(kill(getppid(), SIGUSR1), 0);
    }
}

int main(void)
{
    set_handler(SIGUSR1, handler, SA_RESTART);
    pid_t sender = START_CHILD(send_all());
    pthread_t thread;
    CHECK_EQ(pthread_create(&thread, NULL, take_all, NULL), 0);
    CHECK_EQ(nanosleep(&(struct timespec){.tv_nsec = 500000000}, NULL), 0);
    CHECK_EQ(taken, SIGNALS);
    over = 1;
    CHECK_EQ(pthread_join(thread, NULL), 0);
    CHECK_EQ(child_wait(sender), 0);
    return 0;
}
