#include "prof/table.h"
#include "mm/page.h"
#include <abi/errno.h>

_Static_assert(PROF_TABLE_PAGES *PROF_TABLE_PER_PAGE == PROF_REGIONS_MAX, "the pages are full");

struct prof_table prof_table_single(const struct prof_histogram *histogram)
{
    return (struct prof_table){.count = 1, .ceiling = UINT16_MAX, .only = *histogram};
}

struct prof_table prof_table_empty(unsigned flags)
{
    struct prof_table table = {.wide = flags & PROF_UINT, .stops = flags & PROF_STOP};
    table.ceiling = table.stops ? PROF_STOP_AT : table.wide ? UINT32_MAX : UINT16_MAX;
    return table;
}

static struct prof_histogram *at(const struct prof_table *table, uint32_t index)
{
    return &table->page[index / PROF_TABLE_PER_PAGE][index % PROF_TABLE_PER_PAGE];
}

const struct prof_histogram *prof_table_at(const struct prof_table *table, uint32_t index)
{
    return table->count == 1 ? &table->only : at(table, index);
}

/* ---- making one ---- */

/* The first one stands in `only` until there is a second. */
static int append(struct prof_table *table, const struct prof_histogram *histogram)
{
    uint32_t index = table->count;
    if (index == 0) {
        table->only = *histogram;
    } else {
        struct prof_histogram **page = &table->page[index / PROF_TABLE_PER_PAGE];
        if (!*page && !(*page = page_alloc()))
            return -ENOMEM;
        if (index == 1)
            *at(table, 0) = table->only;
        *at(table, index) = *histogram;
    }
    table->count++;
    return 0;
}

/* A histogram with scale 0 has no counters, whatever its size. */
int prof_table_add(struct prof_table *table, const struct prof *region)
{
    uint64_t counter_nbytes = table->wide ? 4 : 2;
    struct prof_histogram histogram = {(uint64_t)region->pr_base, region->pr_size, region->pr_off,
                                       region->pr_scale};
    if (region->pr_scale > PROF_SCALE_MAX || histogram.counters % counter_nbytes != 0 ||
        histogram.nbytes % counter_nbytes != 0)
        return -EINVAL;
    if (histogram.scale == 0)
        histogram.nbytes = 0;
    if (histogram.offset != 0 || histogram.scale != 2)
        return append(table, &histogram);
    if (table->overflow.scale != 0)
        return -EINVAL;
    if (histogram.nbytes == 0)
        histogram.counters = 0;
    table->overflow = histogram;
    return 0;
}

/* Shell's sort with the gaps 2^k - 1: n^1.5 steps at worst, n log n when they are in order already
 * (Hibbard, "An Empirical Study of Minimal Storage Sorting", 1963). */
int prof_table_sort(struct prof_table *table)
{
    for (uint32_t gap = PROF_REGIONS_MAX / 2 - 1; gap > 0; gap /= 2)
        for (uint32_t i = gap; i < table->count; i++) {
            struct prof_histogram moved = *at(table, i);
            uint32_t to = i;
            for (; to >= gap && at(table, to - gap)->offset > moved.offset; to -= gap)
                *at(table, to) = *at(table, to - gap);
            *at(table, to) = moved;
        }
    for (uint32_t i = 1; i < table->count; i++)
        if (at(table, i)->offset == at(table, i - 1)->offset)
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

const struct prof_histogram *prof_table_search(const struct prof_table *table, uint64_t pc)
{
    uint32_t low = 0, high = table->count; /* those before low are not above the pc, from high on
                                              all are */
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (at(table, middle)->offset <= pc)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 ? at(table, low - 1) : NULL;
}
