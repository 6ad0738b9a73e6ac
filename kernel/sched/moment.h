/*
 * At which moment of its period a clock tick comes: jitter without state.
 *
 * A regular clock is wrong about programs in step with it: of two functions that alternate with its
 * period, one gets all the ticks and the other none (McCanne and Torek, "A Randomized Sampling
 * Clock for CPU Utilization Estimation and Code Profiling", 1993).  So each period has one tick, at
 * a moment that a hash of the period's number decides: every moment of a period is as likely as any
 * other, and the moment of one period says nothing about the next.
 *
 * Pure arithmetic: the moment is a function of the number alone.  So all CPUs have the same one,
 * sleeping and waking do not move it, and a deterministic run repeats it.
 */
#ifndef SCHED_MOMENT_H
#define SCHED_MOMENT_H

#include <stdint.h>

/* Nanoseconds from the beginning of the period of that number to its tick: 0 to period_ns - 1.
 * period_ns is less than 2^32.  The multipliers are SplitMix64's (Steele, Lea, Flood, "Fast
 * Splittable Pseudorandom Number Generators", 2014); one round of mixing less is enough here. */
static inline uint64_t moment_in_period(uint64_t number, uint64_t period_ns)
{
    uint64_t hash = number * 0x9e3779b97f4a7c15;
    hash = (hash ^ hash >> 30) * 0xbf58476d1ce4e5b9;
    return (hash >> 32) * period_ns >> 32;
}

#endif
