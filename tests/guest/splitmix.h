/* Random numbers: SplitMix, by Steele, Lea and Flood. */
#ifndef TESTS_GUEST_SPLITMIX_H
#define TESTS_GUEST_SPLITMIX_H

#include <stdint.h>

#define SPLITMIX_STEP 0x9e3779b97f4a7c15

/* A number of which each bit depends on all of z. */
static inline uint64_t splitmix(uint64_t z)
{
    z += SPLITMIX_STEP;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

/* The next number of a row that a seed begins. */
static inline uint64_t splitmix_next(uint64_t *state)
{
    uint64_t number = splitmix(*state);
    *state += SPLITMIX_STEP;
    return number;
}

#endif
