/* Tens of thousands of arcs, many more than the first table has room for: a call costs hardly more
 * than with one arc. */
/* machine: det=1 cpus=1 kargs=hz=10 */
/* flags: -pg */
#include "gmon_file.h"
#include "gmon_targets.h"

#define ROUNDS 8

QUIET static uint64_t instructions(void) /* with DET=1 the counter counts them, times a constant */
{
    uint32_t low, high;
    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
    return (uint64_t)high << 32 | low;
}

/* Of the same calls, to target i % targets. */
QUIET CALLED static uint64_t cost(unsigned targets)
{
    uint64_t start = instructions();
    for (unsigned i = 0; i < ROUNDS * TARGETS; i++)
        CALL_64(i % targets);
    return instructions() - start;
}

QUIET int main(void)
{
    CHECK_EQ(chdir("/tmp"), 0);
    cost(TARGETS); /* the arcs, and their memory */
    uint64_t few = cost(1), many = cost(TARGETS);
    if (many * 10 > few * 15)
        FAIL("a call costs %llu with %d arcs, %llu with %d",
             (unsigned long long)many / ROUNDS / TARGETS / SITES, TARGETS * SITES,
             (unsigned long long)few / ROUNDS / TARGETS / SITES, SITES);
    _mcleanup();
    CHECK_EQ(gmon_calls_between("gmon.out", 1, UINTPTR_MAX, 0, UINTPTR_MAX),
             3 * ROUNDS * TARGETS * SITES);
    return 0;
}
