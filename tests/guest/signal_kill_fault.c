/* No thread of a process that has been killed sees a call fail because of that, whichever thread
 * takes the signal: none goes on. */
/* machine: det=1 cpus=1 */
#include "child.h"
#include <pthread.h>
#include <time.h>

#define ROUNDS 20

static struct channel started, failed;

/* Each call stores to a page that was not there. */
static void *stores(void *unused)
{
    channel_send(started, 's');
    for (;;) {
        char *page = map_memory(PAGE_SIZE, PROT_READ | PROT_WRITE);
        if (clock_gettime(CLOCK_MONOTONIC, (struct timespec *)page) != 0)
            channel_send(failed, 'f');
        CHECK_EQ(munmap(page, PAGE_SIZE), 0);
    }
    return unused;
}

/* The first thread, which signals are sent to, sleeps, and has to wait for a CPU. */
static void run(void)
{
    close(failed.in);
    pthread_t t;
    CHECK_EQ(pthread_create(&t, NULL, stores, NULL), 0);
    pthread_join(t, NULL);
}

int main(void)
{
    started = channel_open();
    for (int i = 0; i < ROUNDS; i++) {
        failed = channel_open();
        pid_t pid = START_CHILD(run());
        close(failed.out);
        channel_receive(started);
        CHECK_EQ(kill(pid, SIGKILL), 0);
        CHECK_KILLED(child_wait(pid), SIGKILL);
        char byte;
        CHECK_EQ(read(failed.in, &byte, 1), 0);
        close(failed.in);
    }
    return 0;
}
