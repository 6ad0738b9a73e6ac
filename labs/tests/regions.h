/*
 * For the tests of sprofil's regions: 1024 places in the program's code, and which counters must
 * have ticks when the program was at some of them.
 *
 * A place is 16 bytes of code that spins at one pc.  A region of scale PLACE_SCALE has one counter
 * for each place.  What is wanted is computed straight from the contract, by looking at all regions
 * one after the other.  The machine runs with hz=10000: a period is 25 000 instructions.
 */
#ifndef LABS_TESTS_REGIONS_H
#define LABS_TESTS_REGIONS_H

#include "prof.h"
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#define PLACES      1024
#define PLACE_BYTES 16
#define PLACE_SCALE (65536 * 2 / PLACE_BYTES)
#define PERIOD      25000
#define VISIT_TURNS (3 * PERIOD) /* two ticks are less than two periods apart */

extern char places[];
__asm__(".pushsection .text\n"
        ".globl places\n"
        ".balign 16\n"
        "places:\n"
        ".rept 1024\n"
        ".balign 16, 0x90\n"
        "movq %rdi, %rcx\n"
        "1: loop 1b\n"
        "ret\n"
        ".endr\n"
        ".balign 16, 0x90\n"
        ".popsection\n");

/* The place's first byte. */
static inline uintptr_t place(int i)
{
    return (uintptr_t)places + (uintptr_t)i * PLACE_BYTES;
}

/* Its instruction that spins: where the ticks are. */
static inline uintptr_t place_pc(int i)
{
    return place(i) + 3;
}

static bool visited[PLACES];

static inline void spin_at(int i, unsigned long turns)
{
    ((void (*)(unsigned long))place(i))(turns);
}

/* Stays until it has had a tick there. */
static inline void visit(int i)
{
    visited[i] = true;
    spin_at(i, VISIT_TURNS);
}

/* ---- the set of regions, and its counters ---- */

static struct prof set[PROF_REGIONS_MAX];
static int set_count;
static unsigned short cells[PLACES + 64], overflow_cell[2];
static int cells_used;

static inline void begin_set(void)
{
    set_count = 0;
    cells_used = 0;
    memset(cells, 0, sizeof(cells));
    memset(overflow_cell, 0, sizeof(overflow_cell));
    memset(visited, 0, sizeof(visited));
}

static inline void add_raw(struct prof region)
{
    set[set_count++] = region;
}

/* A region that begins at that pc, with n counters for PLACE_BYTES of code each. */
static inline void add_at(uintptr_t pc, int n)
{
    add_raw((struct prof){&cells[cells_used], (size_t)n * 2, pc, PLACE_SCALE});
    cells_used += n;
}

static inline void add_place(int i)
{
    add_at(place(i), 1);
}

static inline void add_overflow(void)
{
    add_raw((struct prof){overflow_cell, sizeof(overflow_cell), 0, 2});
}

/* The set's regions in another order: 7919 is prime. */
static inline void shuffle_set(void)
{
    static struct prof in_order[PROF_REGIONS_MAX];
    memcpy(in_order, set, sizeof(in_order));
    for (int i = 0; i < set_count; i++)
        set[(i + 1) * 7919 % set_count] = in_order[i];
}

static inline void set_on(void)
{
    if (sprofil(set, set_count, NULL, 0) != 0)
        FAIL("sprofil with %d regions: %s", set_count, strerror(errno));
}

/* ---- what is wanted ---- */

static inline bool is_overflow(const struct prof *region)
{
    return region->pr_off == 0 && region->pr_scale == 2;
}

/* "The region with the greatest pr_off that is not above it": its index, or -1. */
static inline int region_of(uintptr_t pc)
{
    int best = -1;
    for (int i = 0; i < set_count; i++)
        if (!is_overflow(&set[i]) && set[i].pr_off <= pc &&
            (best < 0 || set[best].pr_off < set[i].pr_off))
            best = i;
    return best;
}

/* The counter that a tick at the pc must increment; NULL: none. */
static inline unsigned short *wanted(uintptr_t pc)
{
    int i = region_of(pc);
    if (i >= 0 && set[i].pr_scale > 0) {
        uint64_t counter = (pc - set[i].pr_off) * set[i].pr_scale / 65536 / 2;
        if (counter < set[i].pr_size / 2)
            return (unsigned short *)set[i].pr_base + counter;
    }
    for (i = 0; i < set_count; i++)
        if (is_overflow(&set[i]) && set[i].pr_size >= 2)
            return set[i].pr_base;
    return NULL;
}

static inline void check_place(int i)
{
    const unsigned short *counter = wanted(place_pc(i));
    int region = region_of(place_pc(i));
    if (!counter || *counter > 0)
        return;
    if (counter == overflow_cell)
        FAIL("%d regions: ticks at pc 0x%lx, which no region has a counter for: none is in the "
             "overflow counter",
             set_count, place_pc(i));
    FAIL("%d regions: ticks at pc 0x%lx, of the region with pr_off 0x%lx, number %d in the array: "
         "none is in its counter",
         set_count, place_pc(i), set[region].pr_off, region + 1);
}

/* A counter with ticks that is no visited place's. */
static inline void wrong_cell(int cell)
{
    uintptr_t here = (uintptr_t)&cells[cell];
    for (int i = 0; i < set_count; i++) {
        uintptr_t first = (uintptr_t)set[i].pr_base;
        if (set[i].pr_scale > 0 && here >= first && here < first + set[i].pr_size)
            FAIL("%d regions: %u ticks in a counter of the region with pr_off 0x%lx, number %d in "
                 "the array: no tick was at a pc of that counter",
                 set_count, cells[cell], set[i].pr_off, i + 1);
    }
    FAIL("%d regions: %u ticks in a counter of none of them", set_count, cells[cell]);
}

/* After profiling: the counters of the places that were visited have ticks, no others have, and
 * together they are those that profstat tells. */
static inline void check_counts(void)
{
    static bool may_have[sizeof(cells) / sizeof(cells[0])];
    struct profstat st = prof_now();
    memset(may_have, 0, sizeof(may_have));
    for (int i = 0; i < PLACES; i++)
        if (visited[i]) {
            const unsigned short *counter = wanted(place_pc(i));
            check_place(i);
            if (counter && counter != overflow_cell)
                may_have[counter - cells] = true;
        }
    uint64_t sum = overflow_cell[0];
    for (size_t i = 0; i < sizeof(cells) / sizeof(cells[0]); i++) {
        if (cells[i] > 0 && !may_have[i])
            wrong_cell((int)i);
        sum += cells[i];
    }
    CHECK_EQ(overflow_cell[1], 0);
    CHECK_EQ(sum, st.ps_counted);
}

static inline void set_off(void)
{
    CHECK_EQ(sprofil(NULL, 0, NULL, 0), 0);
    CHECK_EQ(prof_now().ps_state, PROF_OFF);
}

#endif
