/* futex_wait ends with EINTR, and is never made again, also if the signal that ended it is taken by
 * another thread, and a second one, whose handler has SA_RESTART, comes before the first thread is
 * back in its program.  It gives up the CPU there if its slice ended in the call, before it slept:
 * each round begins the call at another moment near the end of a slice. */
/* machine: det=1 cpus=1 */
#include "child.h"
#include "now.h"
#include <pthread.h>
#include <stdbool.h>
#include <sys/calls.h>
#include <time.h>

#define ROUNDS 60
#define SLICE  10000000l
#define US     1000l

static int word;
static volatile bool waits;
static volatile int first, second;

static void count(int sig)
{
    if (sig == SIGUSR1)
        first++;
    else
        second++;
}

/* Sends both signals, and takes the first. */
static void *send(void *unused)
{
    sigset_t usr1 = 1u << SIGUSR1;
    for (;;) {
        while (!waits)
            ;
        CHECK_EQ(kill(getpid(), SIGUSR1), 0);
        CHECK_EQ(sigprocmask(SIG_UNBLOCK, &usr1, NULL), 0);
        CHECK_EQ(sigprocmask(SIG_BLOCK, &usr1, NULL), 0);
        long last = now_ns(), now = now_ns(), usual = now - last;
        do { /* until the other thread has had the CPU; a clock tick is shorter */
            last = now;
            now = now_ns();
        } while (now - last < 3 * usual);
        CHECK_EQ(kill(getpid(), SIGUSR2), 0);
        while (waits)
            ;
    }
    return unused;
}

int main(void)
{
    sigset_t both = 1u << SIGUSR1 | 1u << SIGUSR2;
    struct timespec short_time = {0, 1000 * US}, long_time = {1, 0};

    CHECK(signal(SIGUSR1, count) != SIG_ERR);
    CHECK(signal(SIGUSR2, count) != SIG_ERR); /* with SA_RESTART */
    CHECK_EQ(sigprocmask(SIG_BLOCK, &both, NULL), 0);
    pthread_t t;
    CHECK_EQ(pthread_create(&t, NULL, send, NULL), 0);
    CHECK_EQ(sigprocmask(SIG_UNBLOCK, &both, NULL), 0);
    for (int i = 0; i < ROUNDS; i++) {
        CHECK_EQ(nanosleep(&short_time, NULL), 0);
        for (long begin = now_ns(); now_ns() - begin < SLICE - 24 * US;)
            ;
        for (volatile int n = 0; n < 20 * i; n++)
            ;
        waits = true;
        CHECK_FAILS(__futex_wait(&word, 0, &long_time), EINTR);
        while (second == i)
            ;
        waits = false;
    }
    CHECK_EQ(first, ROUNDS);
    CHECK_EQ(second, ROUNDS);
    return 0;
}
