/* Threads that want the address space all the time get it in turn.  So a page fault waits for at
 * most one turn of each. */
/* machine: det=1 cpus=1 */
#include "walkers.h"

#define FAULTS 50

static unsigned counts[WALKERS];

int main(void)
{
    int64_t one_ns = walk_begin(), longest_ns = 0;
    char *fresh = map_memory(FAULTS * 4096, PROT_READ | PROT_WRITE);
    walk_in_threads(counts);
    for (int i = 0; i < FAULTS; i++) {
        struct timespec t = {0, 1000000}; /* they have begun, and one is at it */
        CHECK_EQ(nanosleep(&t, NULL), 0);
        int64_t start = now_ns();
        fresh[i * 4096] = 1;
        int64_t took_ns = now_ns() - start;
        longest_ns = took_ns > longest_ns ? took_ns : longest_ns;
    }
    CHECK_IN(longest_ns, one_ns, (WALKERS + 1) * one_ns);
    for (int i = 1; i < WALKERS; i++)
        CHECK_IN(counts[i], counts[0] / 2, 2 * counts[0]);
    return 0;
}
