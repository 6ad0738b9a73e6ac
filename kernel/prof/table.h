/*
 * The histograms of one profile, and which counter a pc has among them.
 *
 * A pc belongs to the histogram with the greatest offset that is not above it.  It has a counter
 * there (prof/bin.h); if it lies behind the last one, it has the overflow counter, if there is one:
 *
 *     offset    code of its counters      pc 0x1010  0x1100    0x2000  0x0fff
 *     0x1000    0x1000 to 0x10ff             here    overflow        overflow
 *     0x2000    0x2000 to 0x2fff                             here
 *
 * With sprofil(2)'s PROF_RANGES the histogram is chosen by its `low`, which need not be the offset,
 * and a pc that is not below its `high` has no counter.
 *
 * A table with a single histogram, profil(2)'s, holds it itself.  More, and ranges, are in pages,
 * which a fork's child shares: a table that is in use does not change.  Finding a histogram takes a
 * time proportional to the logarithm of their number.
 *
 * Not for interrupts: a table is guarded by its profile's lock, or still its maker's alone.
 */
#ifndef PROF_TABLE_H
#define PROF_TABLE_H

#include <abi/prof.h>
#include <stdbool.h>
#include <stdint.h>

/* Counters in user memory, and which code they are for. */
struct prof_histogram {
    uint64_t counters;  /* user address, a multiple of a counter's size */
    uint64_t nbytes;    /* of counters */
    uint64_t offset;    /* the pc of the first counter's first byte */
    uint32_t scale;     /* at most PROF_SCALE_MAX */
    uint64_t low, high; /* the pcs from low on, below high; not looked at in `only` */
};

#define PROF_TABLE_PER_PAGE 64 /* not all that fit: a power of two makes them faster to find */
#define PROF_TABLE_PAGES    (PROF_REGIONS_MAX / PROF_TABLE_PER_PAGE)

struct prof_table {
    uint32_t count;                 /* of histograms, without the overflow counter */
    uint32_t ceiling;               /* a counter that has reached it is full */
    uint64_t counter_mask;          /* & a byte's number: its counter's first byte */
    bool wide;                      /* a counter has 4 bytes, not 2 */
    bool stops;                     /* the profile ends when a counter is full */
    bool lazy;                      /* counters that are not writable are found by the ticks */
    bool ranges;                    /* made of struct prof_range */
    bool single;                    /* the one histogram is `only` */
    bool exact;                     /* a counter is for one pc, from only.low to only.high */
    struct prof_histogram overflow; /* its first counter; scale 0: there is none */
    struct prof_histogram only;
    struct prof_histogram *page[PROF_TABLE_PAGES]; /* if not single; by `low` when sorted */
};

/* A table with the single histogram of profil(2) or gprofil(2). */
struct prof_table prof_table_single(const struct prof_histogram *histogram);

/* A table with a counter of 4 bytes for each pc in [low, high). */
struct prof_table prof_table_exact(uint64_t counters, uint64_t low, uint64_t high);

/* An empty table for prof_table_add(); flags: sprofil(2)'s. */
struct prof_table prof_table_empty(unsigned flags);

/* Adds one of sprofil(2)'s regions, or of its ranges if the flags had PROF_RANGES: 0; -EINVAL if
 * its values are not permitted; -ENOMEM. */
int prof_table_add(struct prof_table *table, const struct prof *region);
int prof_table_add_range(struct prof_table *table, const struct prof_range *range);

/* After the last was added: 0, or -EINVAL if two begin at the same pc. */
int prof_table_sort(struct prof_table *table);

const struct prof_histogram *prof_table_at(const struct prof_table *table, uint32_t index);

/* The user address of the pc's counter in its histogram, otherwise that of the overflow counter, or
 * 0 if there is none.  The table is not single: see prof_table_find() (prof/table_find.h), for any.
 */
uint64_t prof_table_search(const struct prof_table *table, uint64_t pc);

/* Makes a second table of the same histograms, for a separate profile. */
struct prof_table prof_table_copy(const struct prof_table *table);

/* Frees the table's memory; the table is then empty. */
void prof_table_free(struct prof_table *table);

#endif
