/* What -pg adds to a call, in instructions (bench.c says how they are counted). */
/* flags: -pg */
#include <stdint.h>
#include <stdio.h>

#define PLAIN __attribute__((no_instrument_function))
#define CALLS 100000

static volatile int sink;

static uint64_t PLAIN instructions(void)
{
    uint32_t low, high;
    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
    return (uint64_t)high << 32 | low;
}

static void __attribute__((noinline)) counted(void)
{
    sink = 1;
}

static void PLAIN __attribute__((noinline)) plain(void)
{
    sink = 2;
}

static uint64_t PLAIN cost(void (*volatile function)(void))
{
    function();
    uint64_t start = instructions();
    for (int i = 0; i < CALLS; i++)
        function();
    return instructions() - start;
}

int PLAIN main(void)
{
    cost(counted);
    uint64_t with = cost(counted), without = cost(plain);
    printf("pg\t%llu\n", (unsigned long long)(with - without) / CALLS);
    return 0;
}
