/* Measures the instructions that -pg adds to a call (bench.c says how they are counted). */
/* flags: -pg */
#include <stdint.h>
#include <stdio.h>

#define PLAIN   __attribute__((no_instrument_function, noinline))
#define TARGETS 1024
#define CALLS   (100 * TARGETS)

static volatile int sink;

#define F1(n)                                        \
    static void __attribute__((noinline)) f##n(void) \
    {                                                \
        sink = __COUNTER__;                          \
    }
#define F4(n)   F1(n##0) F1(n##1) F1(n##2) F1(n##3)
#define F16(n)  F4(n##0) F4(n##1) F4(n##2) F4(n##3)
#define F64(n)  F16(n##0) F16(n##1) F16(n##2) F16(n##3)
#define F256(n) F64(n##0) F64(n##1) F64(n##2) F64(n##3)
/* clang-format off */
F256(0) F256(1) F256(2) F256(3)
/* clang-format on */

#define P1(n)   f##n,
#define P4(n)   P1(n##0) P1(n##1) P1(n##2) P1(n##3)
#define P16(n)  P4(n##0) P4(n##1) P4(n##2) P4(n##3)
#define P64(n)  P16(n##0) P16(n##1) P16(n##2) P16(n##3)
#define P256(n) P64(n##0) P64(n##1) P64(n##2) P64(n##3)
    static void (*const counted[TARGETS])(void) = {P256(0) P256(1) P256(2) P256(3)};

static void PLAIN plain(void)
{
    sink = 2;
}

static void (*const uncounted[])(void) = {plain};

static uint64_t PLAIN instructions(void)
{
    uint32_t low, high;
    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
    return (uint64_t)high << 32 | low;
}

/* Calls each of the n functions in turn from one place in the code; n is a power of two. */
static uint64_t PLAIN cost(void (*const *volatile function)(void), unsigned n)
{
    uint64_t start = instructions();
    for (unsigned i = 0; i < CALLS; i++)
        function[i & (n - 1)]();
    return instructions() - start;
}

int PLAIN main(void)
{
    cost(counted, TARGETS); /* the arcs and their memory are there */
    uint64_t without = cost(uncounted, 1);
    printf("pg\t%llu\n", (unsigned long long)(cost(counted, 1) - without) / CALLS);
    printf("pg-1024\t%llu\n", (unsigned long long)(cost(counted, TARGETS) - without) / CALLS);
    return 0;
}
