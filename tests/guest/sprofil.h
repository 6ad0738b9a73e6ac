/* For the tests of sprofil: sets of regions over the program's text. */
#ifndef TESTS_GUEST_SPROFIL_H
#define TESTS_GUEST_SPROFIL_H

#include "prof.h"
#include <sys/time.h>

/* prof_spin's and prof_spin2's instruction, which are one counter each. */
static inline struct prof region_at(uintptr_t pc, void *counter, size_t nbytes)
{
    return (struct prof){counter, nbytes, pc, 65536};
}

static inline void sprofil_off(void)
{
    CHECK_EQ(sprofil(NULL, 0, NULL, 0), 0);
    CHECK_EQ(prof_now().ps_state, PROF_OFF);
}

/* Of PROF_REGIONS_MAX regions side by side that cover the text from TEXT_START on, the i-th. */
static inline size_t text_region_bytes(void)
{
    return (TEXT_BYTES / PROF_REGIONS_MAX + 2) & ~(size_t)1;
}

static inline void text_regions(struct prof *regions, unsigned short *counters)
{
    size_t nbytes = text_region_bytes();
    for (size_t i = 0; i < PROF_REGIONS_MAX; i++)
        regions[i] = region_at(TEXT_START + i * nbytes, (char *)counters + i * nbytes, nbytes);
}

#endif
