/*
 * For the tests of other systems' profil: where ticks at a known instruction go, and the rules that
 * several manuals share.  The test's own line `dialect: NAME` says whose profil is called.
 */
#ifndef TESTS_GUEST_DIALECT_H
#define TESTS_GUEST_DIALECT_H

#include "guest/child.h"
#include "guest/prof.h"
#include <unistd.h>

#define CELLS    128
#define CELLS_OF (unsigned)sizeof(cells)
#define PC       (unsigned)SPIN_PC
#define SCALE    0x8000u /* in all dialects: a counter for 4 bytes */

static unsigned short cells[CELLS];

/* A copy of prof_spin whose only pc of any length is the given one.  The page around it is new. */
static inline void (*spin_at(uintptr_t pc))(unsigned long)
{
    size_t before = prof_spin_pc - (char *)prof_spin;
    char *page = (char *)(pc & ~(uintptr_t)4095);
    CHECK((pc & 4095) >= before && (pc & 4095) < 4000);
    CHECK(mmap(page, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
               MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == page);
    memcpy((char *)pc - before, (char *)prof_spin, before + 3);
    return (void (*)(unsigned long))(pc - before);
}

static inline void ticks_pass(void (*spin)(unsigned long))
{
    for (clock_t start = prof_ticks(); prof_ticks() < start + 4;)
        spin(SPIN_TURNS);
}

/* Spins for four ticks.  They are in that counter.  The other n - 1 get at most one, which came
 * around the spin.  The profile is on. */
static inline void ticks_land(void (*spin)(unsigned long), const volatile unsigned short *counters,
                              size_t n, size_t want)
{
    CHECK_EQ(prof_now().ps_state, PROF_ON);
    uint64_t before = prof_sum((const unsigned short *)counters, n);
    unsigned had = counters[want];
    prof_spin_periods(spin, 4);
    unsigned got = counters[want] - had;
    CHECK_IN(got, 3, 5);
    CHECK_IN(prof_sum((const unsigned short *)counters, n) - before, got, got + 1);
}

/* It is off, and no cell changes. */
static inline void stays_off(void)
{
    CHECK_EQ(prof_now().ps_state, PROF_OFF);
    uint64_t before = prof_sum(cells, CELLS);
    ticks_pass(prof_spin);
    CHECK_EQ(prof_sum(cells, CELLS), before);
}

/* It is on, and counts nothing.  The profile before it may have counted a tick meanwhile. */
static inline void counts_nothing(void)
{
    CHECK_EQ(prof_now().ps_state, PROF_ON);
    uint64_t before = prof_sum(cells, CELLS);
    ticks_pass(prof_spin);
    CHECK_EQ(prof_now().ps_state, PROF_ON);
    CHECK_EQ(prof_now().ps_counted, 0);
    CHECK(prof_now().ps_outside >= 3);
    CHECK_EQ(prof_sum(cells, CELLS), before);
}

/* It is on, until a tick finds that its counter cannot be written.  The process goes on. */
static inline void off_at_an_update(void)
{
    CHECK_EQ(prof_now().ps_state, PROF_ON);
    for (clock_t start = prof_ticks(); prof_now().ps_state == PROF_ON; prof_spin(SPIN_TURNS))
        prof_patience(start, "off");
    CHECK_EQ(prof_now().ps_reason, PROF_FAULT);
    CHECK_EQ(prof_now().ps_counted, 0);
}

#endif
