/* Rounding of sizes and addresses to whole units, such as pages or blocks: any unit but 0. */
#ifndef CORE_ROUND_H
#define CORE_ROUND_H

#include <stdint.h>

/* How many units it takes to hold n: div_round_up(4097, 4096) is 2. */
static inline uint64_t div_round_up(uint64_t n, uint64_t unit)
{
    return (n + unit - 1) / unit;
}

static inline uint64_t round_up(uint64_t n, uint64_t unit)
{
    return div_round_up(n, unit) * unit;
}

static inline uint64_t round_down(uint64_t n, uint64_t unit)
{
    return n / unit * unit;
}

#endif
