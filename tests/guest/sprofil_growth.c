/* Sorting 16 times as many regions takes n log n steps, and finding one of 1024 so few that a tick
 * costs at most twice what it costs with one region.  Every instruction takes 1 ns here. */
/* manual: sprofil, DESCRIPTION: n-log-n twice-the-cost */
/* machine: det=1 cpus=1 shift=0 kargs=hz=10000 */
#include "sprofil.h"

#define FEW   (PROF_REGIONS_MAX / 16)
#define TURNS 5000000 /* of one instruction: 50 ticks */

static struct prof regions[PROF_REGIONS_MAX];
static unsigned short counters[PROF_REGIONS_MAX];

static uint64_t time_stamp(void)
{
    uint32_t low, high;
    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high) : : "memory");
    return (uint64_t)high << 32 | low;
}

/* The cost of a call with n regions around prof_spin, the last one first. */
static uint64_t call(size_t n)
{
    for (size_t i = 0; i < n; i++)
        regions[i] = region_at(SPIN_PC + n - 2 * i, &counters[i], 2);
    uint64_t start = time_stamp();
    CHECK_EQ(sprofil(regions, n, NULL, PROF_USHORT), 0);
    return time_stamp() - start;
}

/* The cost of a tick beside the program's own instructions. */
static uint64_t tick(void)
{
    prof_spin(TURNS / 10);
    clock_t ticks = prof_ticks();
    uint64_t start = time_stamp();
    prof_spin(TURNS);
    uint64_t cost = time_stamp() - start - TURNS;
    return cost / (prof_ticks() - ticks);
}

int main(void)
{
    call(PROF_REGIONS_MAX); /* its pages are there */
    uint64_t few = call(FEW), many = call(PROF_REGIONS_MAX);
    CHECK_IN(many, few, 16 * few * 10 / 6); /* log2 of 1024, and of 64 */
    uint64_t of_many = tick();
    call(1);
    uint64_t of_one = tick();
    printf("calls %lu, %lu; ticks %lu, %lu\n", few, many, of_one, of_many);
    CHECK(of_one >= 100);
    CHECK_IN(of_many, of_one, 2 * of_one);
    return 0;
}
