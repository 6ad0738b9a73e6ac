#include "prof/table.h"
#include "mm/page.h"
#include "prof/table_find.h"
#include <abi/errno.h>

_Static_assert(PROF_TABLE_PER_PAGE * sizeof(struct prof_histogram) <= PAGE_SIZE, "they fit");
_Static_assert(PROF_TABLE_PAGES *PROF_TABLE_PER_PAGE == PROF_REGIONS_MAX, "the pages are full");

/* Where the counters of a lazy table are that cannot be in user memory, those at address 0 among
 * them, which stands for no counter: neither this address nor any that a pc's counter would have
 * from here is a user address. */
#define NO_MEMORY (1ull << 63)

/* Misaligned counters also get NO_MEMORY: a counter that begins in one page and ends in the next
 * could fault in the page that prof_flush() does not look at. */
static uint64_t place_of(uint64_t counters, bool is_aligned)
{
    return is_aligned && counters != 0 && counters < NO_MEMORY ? counters : NO_MEMORY;
}

struct prof_table prof_table_single(const struct prof_histogram *histogram)
{
    struct prof_table table = prof_table_empty(PROF_USHORT);
    table.count = 1;
    table.single = true;
    table.only = *histogram;
    table.only.counters =
        place_of(histogram->counters, histogram->counters % sizeof(uint16_t) == 0);
    return table;
}

struct prof_table prof_table_exact(uint64_t counters, uint64_t low, uint64_t high)
{
    struct prof_table table = prof_table_empty(PROF_UINT);
    table.exact = true;
    table.only = (struct prof_histogram){.counters = counters, .low = low, .high = high};
    return table;
}

struct prof_table prof_table_empty(unsigned flags)
{
    struct prof_table table = {.counter_mask = flags & PROF_UINT ? ~3ull : ~1ull,
                               .wide = flags & PROF_UINT,
                               .stops = flags & PROF_STOP,
                               .lazy = flags & PROF_LAZY,
                               .ranges = flags & PROF_RANGES};
    table.ceiling = table.stops           ? PROF_STOP_AT
                    : table.wide          ? UINT32_MAX
                    : flags & PROF_SIGNED ? INT16_MAX
                                          : UINT16_MAX;
    return table;
}

static struct prof_histogram *at(const struct prof_table *table, uint32_t index)
{
    return &table->page[index / PROF_TABLE_PER_PAGE][index % PROF_TABLE_PER_PAGE];
}

const struct prof_histogram *prof_table_at(const struct prof_table *table, uint32_t index)
{
    return table->single ? &table->only : at(table, index);
}

/* ---- making one ---- */

static int append_to_pages(struct prof_table *table, const struct prof_histogram *histogram)
{
    struct prof_histogram **page = &table->page[table->count / PROF_TABLE_PER_PAGE];
    if (!*page && !(*page = page_alloc()))
        return -ENOMEM;
    *at(table, table->count) = *histogram;
    return 0;
}

/* The first one stands in `only` until there is a second; a range never does. */
static int append(struct prof_table *table, const struct prof_histogram *histogram)
{
    if (table->count == 0 && !table->ranges) {
        table->only = *histogram;
        table->single = true;
    } else {
        int error = append_to_pages(table, histogram);
        if (error)
            return error;
        if (table->single)
            *at(table, 0) = table->only;
        table->single = false;
    }
    table->count++;
    return 0;
}

/* 0, or -EINVAL.  With scale 0 there are no counters, whatever the size; the core clock has its one
 * counter where offset 0 and scale 0 put every pc. */
static int make_histogram(const struct prof_table *table, const struct prof *region,
                          struct prof_histogram *histogram)
{
    uint64_t counter_nbytes = table->wide ? 4 : 2, counters = (uint64_t)region->pr_base;
    bool is_clock = table->ranges && region->pr_scale == PROF_SCALE_CLOCK;
    bool is_aligned = counters % counter_nbytes == 0;
    if (region->pr_scale > PROF_SCALE_MAX && !is_clock)
        return -EINVAL;
    if (!table->lazy && (!is_aligned || region->pr_size % counter_nbytes != 0))
        return -EINVAL;
    *histogram = (struct prof_histogram){
        .counters = place_of(counters, is_aligned),
        .nbytes = region->pr_scale > 0 ? region->pr_size & ~(counter_nbytes - 1) : 0,
        .offset = is_clock ? 0 : region->pr_off,
        .scale = is_clock ? 0 : region->pr_scale};
    return 0;
}

int prof_table_add(struct prof_table *table, const struct prof *region)
{
    struct prof_histogram histogram;
    int error = make_histogram(table, region, &histogram);
    if (error)
        return error;
    histogram.low = region->pr_off;
    histogram.high = UINT64_MAX;
    if (histogram.offset != 0 || histogram.scale != 2)
        return append(table, &histogram);
    if (table->overflow.scale != 0)
        return -EINVAL;
    if (histogram.nbytes == 0)
        histogram.counters = 0;
    table->overflow = histogram;
    return 0;
}

int prof_table_add_range(struct prof_table *table, const struct prof_range *range)
{
    struct prof_histogram histogram;
    int error = make_histogram(table, &range->pr, &histogram);
    if (error)
        return error;
    histogram.low = range->pr_low;
    histogram.high = range->pr_high;
    return append(table, &histogram);
}

/* Shell's sort with the gaps 2^k - 1: n^1.5 steps at worst, n log n when they are in order already
 * (Hibbard, "An Empirical Study of Minimal Storage Sorting", 1963). */
int prof_table_sort(struct prof_table *table)
{
    for (uint32_t gap = PROF_REGIONS_MAX / 2 - 1; gap > 0; gap /= 2)
        for (uint32_t i = gap; i < table->count; i++) {
            struct prof_histogram moved = *at(table, i);
            uint32_t to = i;
            for (; to >= gap && at(table, to - gap)->low > moved.low; to -= gap)
                *at(table, to) = *at(table, to - gap);
            *at(table, to) = moved;
        }
    for (uint32_t i = 1; i < table->count; i++)
        if (at(table, i)->low == at(table, i - 1)->low)
            return -EINVAL;
    return 0;
}

struct prof_table prof_table_copy(const struct prof_table *table)
{
    for (unsigned i = 0; i < PROF_TABLE_PAGES && table->page[i]; i++)
        page_hold(table->page[i]);
    return *table;
}

void prof_table_free(struct prof_table *table)
{
    for (unsigned i = 0; i < PROF_TABLE_PAGES && table->page[i]; i++)
        page_free(table->page[i]);
    *table = (struct prof_table){0};
}

/* ---- using it ---- */

uint64_t prof_table_search(const struct prof_table *table, uint64_t pc)
{
    uint32_t low = 0, high = table->count; /* those before low are not above the pc, from high on
                                              all are */
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (at(table, middle)->low <= pc)
            low = middle + 1;
        else
            high = middle;
    }
    const struct prof_histogram *histogram = low > 0 ? at(table, low - 1) : NULL;
    if (!histogram || pc >= histogram->high)
        return table->overflow.counters;
    return prof_table_find_in(table, histogram, pc);
}
