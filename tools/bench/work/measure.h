/* For the programs of make bench: with SHIFT=0 one count of the clock is one instruction. */
#ifndef BENCH_MEASURE_H
#define BENCH_MEASURE_H

#include <err.h>
#include <stdint.h>

/* A folder whose files survive a power cut: Linux has /tmp in memory. */
#ifdef __tally__
#define DISK "/tmp"
#else
#define DISK "/disk"
#endif

static uint64_t instructions(void)
{
    uint32_t low, high;
    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
    return (uint64_t)high << 32 | low;
}

static void must(int holds, const char *what)
{
    if (!holds)
        err(1, "%s", what);
}

#endif
