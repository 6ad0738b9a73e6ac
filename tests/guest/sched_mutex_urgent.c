/* Who wants the address space gets it, though two threads need it for one page fault after the
 * other, and hand it to each other as soon as both have had to wait for it once. */
/* machine: det=1 cpus=1 */
#include "child.h"
#include "now.h"
#include <pthread.h>
#include <time.h>

#define BYTES (84l << 20) /* unmapping it takes longer than a slice */
#define MOST  100000000   /* ns */

static void *fault(void *unused)
{
    for (;;)
        clock_gettime(CLOCK_MONOTONIC, (void *)8);
    return unused;
}

int main(void)
{
    alarm(5); /* who waits for ever is told so then */
    char *mem = map_memory(BYTES, PROT_READ | PROT_WRITE);
    for (long at = 0; at < BYTES; at += 4096)
        mem[at] = 1;
    for (int i = 0; i < 2; i++) {
        pthread_t t;
        CHECK_EQ(pthread_create(&t, NULL, fault, NULL), 0);
    }
    CHECK_EQ(munmap(mem, BYTES), 0);
    for (int i = 0; i < 20; i++) {
        long begin = now_ns();
        char *page = map_memory(4096, PROT_READ | PROT_WRITE);
        CHECK_IN(now_ns() - begin, 0, MOST);
        CHECK_EQ(munmap(page, 4096), 0);
    }
    return 0;
}
