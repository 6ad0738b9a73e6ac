/* For the test of who waits for an address space: threads that hold its lock nearly all the time,
 * each for as long as one walk past many regions takes. */
#ifndef TESTS_GUEST_WALKERS_H
#define TESTS_GUEST_WALKERS_H

#include "child.h"
#include "now.h"
#include <pthread.h>

#define WALK_REGIONS 2000
#define WALKERS      20

static char *walk_regions;

/* Fails, and changes nothing, when it comes to the hole behind the last. */
static inline void walk_once(void)
{
    CHECK_FAILS(mprotect(walk_regions, (WALK_REGIONS + 1) * 4096, PROT_READ), ENOMEM);
}

/* Makes the regions; how long one walk takes. */
static inline int64_t walk_begin(void)
{
    walk_regions = map_memory((WALK_REGIONS + 1) * 4096, PROT_READ | PROT_WRITE);
    for (size_t i = 0; i < WALK_REGIONS; i += 2)
        CHECK_EQ(mprotect(walk_regions + i * 4096, 4096, PROT_READ), 0);
    CHECK_EQ(munmap(walk_regions + WALK_REGIONS * 4096, 4096), 0);
    int64_t start = now_ns();
    walk_once();
    return now_ns() - start;
}

static inline void *walk(void *count)
{
    for (;; ++*(volatile unsigned *)count)
        walk_once();
    return NULL;
}

/* Each counts its walks. */
static inline void walk_in_threads(unsigned counts[WALKERS])
{
    for (int i = 0; i < WALKERS; i++) {
        pthread_t t;
        CHECK_EQ(pthread_create(&t, NULL, walk, &counts[i]), 0);
    }
}

#endif
