/* A process that is killed in a call which looks at its memory a thousand times ends soon. */
/* machine: det=1 cpus=1 */
#include "child.h"
#include "now.h"
#include <pthread.h>
#include <sys/profil.h>
#include <time.h>

#define PAGES   4000 /* each a region */
#define THREADS 4

static struct prof histograms[1000];
static struct channel begun;

static void *call(void *unused)
{
    sprofil(histograms, 1000, NULL, 0);
    FAIL("it was over before the kill");
    return unused;
}

static void be_killed(void)
{
    char *p = map_memory(PAGES * 4096, PROT_READ | PROT_WRITE);
    for (size_t i = 0; i < PAGES; i += 2)
        CHECK_EQ(mprotect(p + i * 4096, 4096, PROT_READ | PROT_WRITE | PROT_EXEC), 0);
    for (size_t i = 0; i < 1000; i++)
        histograms[i] = (struct prof){p, PAGES * 4096, 0x400000 + i, 65536};
    for (int i = 0; i < THREADS; i++) {
        pthread_t t;
        CHECK_EQ(pthread_create(&t, NULL, call, NULL), 0);
    }
    channel_send(begun, 'b');
    pause();
}

int main(void)
{
    begun = channel_open();
    pid_t child = START_CHILD(be_killed());
    channel_receive(begun);
    struct timespec t = {0, 5000000};
    CHECK_EQ(nanosleep(&t, NULL),
             0); /* the threads are in the call, of which 1000 looks take 100 ms */
    uint64_t start = now_ns();
    child_kill(child);
    CHECK_IN(now_ns() - start, 0, 50000000);
    channel_close(begun);
    return 0;
}
