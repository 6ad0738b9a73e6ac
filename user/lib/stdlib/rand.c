/*
 * Pseudo-random numbers: SplitMix64, a counter through a mixing function (Steele, Lea and Flood,
 * "Fast splittable pseudorandom number generators", OOPSLA 2014).  Not for secrets.
 */
#include <stdint.h>
#include <stdlib.h>

#define GOLDEN 0x9e3779b97f4a7c15u /* 2^64 / golden ratio: steps that visit every value */

/* Apart: POSIX has it that rand goes on as if no other function called it. */
static uint64_t of_rand = 1, of_random = 1;

static uint64_t mix(uint64_t z)
{
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* Threads that draw at the same moment get different numbers. */
static uint64_t draw(uint64_t *state)
{
    return mix(__atomic_add_fetch(state, GOLDEN, __ATOMIC_RELAXED));
}

int rand(void)
{
    return draw(&of_rand) >> 33;
}

void srand(unsigned seed)
{
    __atomic_store_n(&of_rand, seed, __ATOMIC_RELAXED);
}

int rand_r(unsigned *seed)
{
    *seed += (unsigned)GOLDEN;
    return mix(*seed) >> 33;
}

long random(void)
{
    return draw(&of_random) >> 33;
}

void srandom(unsigned seed)
{
    __atomic_store_n(&of_random, seed, __ATOMIC_RELAXED);
}
