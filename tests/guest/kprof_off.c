/* kprof costs nothing but the ticks: a system call takes as many instructions as without it. */
/* manual: kprof, DESCRIPTION: costs-nothing */
/* machine: det=1 cpus=1 shift=0 */
#include "kprof_load.h"

#define CALLS 1000

static uint64_t time_stamp(void)
{
    uint32_t low, high;
    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
    return (uint64_t)high << 32 | low;
}

/* Of a call in which no tick is taken. */
static uint64_t instructions(void)
{
    uint64_t least = UINT64_MAX;
    for (int i = 0; i < CALLS; i++) {
        uint64_t start = time_stamp();
        getppid();
        uint64_t taken = time_stamp() - start;
        if (taken < least)
            least = taken;
    }
    return least;
}

int main(void)
{
    uint64_t before = instructions();
    kprof_begin();
    CHECK_EQ(instructions(), before);
    CHECK_EQ(kprof(KPROF_STOP, NULL, 0), 0);
    CHECK_EQ(instructions(), before);
    CHECK_EQ(kprof(KPROF_FREE, NULL, 0), 0);
    CHECK_EQ(instructions(), before);
    return 0;
}
