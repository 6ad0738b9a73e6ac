/* For the tests of AIX's array of ranges, struct prof. */
#ifndef TESTS_GUEST_DIALECT_AIX_H
#define TESTS_GUEST_DIALECT_AIX_H

#include <mon.h>

#include "guest/dialect.h"

/* Its counters are the cells from that one on. */
static inline struct prof entry(uintptr_t low, uintptr_t high, size_t cell, int scale)
{
    return (struct prof){low, high, (short *)&cells[cell], (int)((CELLS - cell) * 2), scale};
}

static inline void call(struct prof *array)
{
    memset(cells, 0, sizeof(cells));
    profil(array, -1, 0, 0);
    CHECK_EQ(prof_now().ps_state, PROF_ON);
}

#endif
