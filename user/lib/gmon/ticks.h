/*
 * The ticks of a program that profiles itself: a histogram of profil(2) and profstat(2)'s figures,
 * summed over the times that it is on.
 */
#ifndef LIB_GMON_TICKS_H
#define LIB_GMON_TICKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/profil.h>
#include <sys/times.h>

struct ticks {
    void *counters; /* NULL: there is no profile */
    size_t nbytes;  /* of the counters, which divide [low, high) evenly */
    uintptr_t low, high;
    unsigned scale; /* as profil's */
    bool wide;      /* counters of 32 bits, not of 16 */
    bool mapped;    /* the counters have been mapped for this */
    bool on;
    uint64_t serial;     /* profstat's, of the profile begun or resumed here */
    struct profstat sum; /* of the time before the last pause; rate and flags always */
    uint64_t ended;      /* GMON_ENDED of abi/gmon.h */
    uint64_t elapsed_ns; /* while it was on, until the last pause */
    uint64_t on_ns;      /* when it was turned on */
    struct tms on_times; /* times(2) when it was turned on */
    uint64_t child_user, child_system; /* as elapsed_ns: ticks of the children waited for */
};

/* Begins a profile of the code in [low, high), which is rounded outward.  The one before must be
 * off.  A counter has 16 bits for two bytes of code, or 32 bits for four if `wide`.  Returns false,
 * with errno, if it cannot. */
bool __ticks_begin(struct ticks *t, uintptr_t low, uintptr_t high, bool wide);

/* Begins one with counters that are there, zeroed; the first five fields are set. */
bool __ticks_begin_in(struct ticks *t);

/* Checks whether the program itself has turned it off, or profiles into other counters. */
void __ticks_notice(struct ticks *t);

/* Turns it on again, with the same counters, if it is off.  Returns false, with errno, if the
 * kernel refuses. */
bool __ticks_resume(struct ticks *t);

/* Turns it off, if it is on; reason is a value of GMON_ENDED. */
void __ticks_pause(struct ticks *t, uint64_t reason);

/* In a fork's child: all counts are 0, and it is on as it was before.  The parent called
 * __ticks_notice().  Returns false, with errno, if there is no memory for that: there is no profile
 * then. */
bool __ticks_forked(struct ticks *t);

#endif
