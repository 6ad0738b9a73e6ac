/* A page fault waits for the thread that has the address space, and not for all that want it: it
 * may come in a call that keeps others waiting. */
/* machine: det=1 cpus=1 */
#include "child.h"
#include "now.h"
#include <pthread.h>
#include <time.h>

#define REGIONS 2000
#define THREADS 20
#define FAULTS  50

static char *regions;

/* Fails, and changes nothing, when it comes to the hole behind the last. */
static void look_at_all(void)
{
    CHECK_FAILS(mprotect(regions, (REGIONS + 1) * 4096, PROT_READ), ENOMEM);
}

static void *look(void *unused)
{
    (void)unused;
    for (;;)
        look_at_all();
    return NULL;
}

int main(void)
{
    regions = map_memory((REGIONS + 1) * 4096, PROT_READ | PROT_WRITE);
    for (size_t i = 0; i < REGIONS; i += 2)
        CHECK_EQ(mprotect(regions + i * 4096, 4096, PROT_READ), 0);
    CHECK_EQ(munmap(regions + REGIONS * 4096, 4096), 0);
    uint64_t start = now_ns();
    look_at_all();
    uint64_t one_ns = now_ns() - start;
    char *fresh = map_memory(FAULTS * 4096, PROT_READ | PROT_WRITE);
    for (int i = 0; i < THREADS; i++) {
        pthread_t t;
        CHECK_EQ(pthread_create(&t, NULL, look, NULL), 0);
    }
    uint64_t longest_ns = 0;
    for (int i = 0; i < FAULTS; i++) {
        struct timespec t = {0, 1000000}; /* they have begun, and one is at it */
        CHECK_EQ(nanosleep(&t, NULL), 0);
        start = now_ns();
        fresh[i * 4096] = 1;
        uint64_t took_ns = now_ns() - start;
        longest_ns = took_ns > longest_ns ? took_ns : longest_ns;
    }
    CHECK_IN(longest_ns, one_ns / 10, 2 * one_ns); /* it had to wait, and for one alone */
    return 0;
}
