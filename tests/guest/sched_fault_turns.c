/* A page fault waits for the thread that has the address space, and not for all that want it: it
 * may come in a call that keeps others waiting. */
/* machine: det=1 cpus=1 */
#include "walkers.h"

#define FAULTS 50

int main(void)
{
    int64_t one_ns = walk_begin(), longest_ns = 0;
    char *fresh = map_memory(FAULTS * 4096, PROT_READ | PROT_WRITE);
    walk_in_threads();
    for (int i = 0; i < FAULTS; i++) {
        struct timespec t = {0, 1000000}; /* they have begun, and one is at it */
        CHECK_EQ(nanosleep(&t, NULL), 0);
        int64_t start = now_ns();
        fresh[i * 4096] = 1;
        int64_t took_ns = now_ns() - start;
        longest_ns = took_ns > longest_ns ? took_ns : longest_ns;
    }
    CHECK_IN(longest_ns, one_ns / 10, 2 * one_ns); /* it had to wait, and for one alone */
    return 0;
}
