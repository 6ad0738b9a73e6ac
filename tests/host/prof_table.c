/*
 * The table of a profile's histograms (kernel/prof/table.c): each pc's counter, against a search of
 * the regions one after the other, straight from the definition; and the pages of a table, which
 * are freed once each.  The numbers are the same in every run.
 */
/* manual: sprofil, DESCRIPTION: greatest-off past-the-end */
/* sources: kernel/prof/table.c */
#include "check.h"
#include "mm/page.h"
#include "prof/table_find.h"
#include <abi/errno.h>
#include <stdlib.h>

/* ---- pages, counted ---- */

#define PAGES_MAX 64

static struct {
    void *page;
    int refs;
} pages[PAGES_MAX];
static int pages_used, pages_left = PAGES_MAX; /* so many more can be had */

static int find_page(const void *page)
{
    for (int i = 0; i < PAGES_MAX; i++)
        if (pages[i].refs > 0 && pages[i].page == page)
            return i;
    FAIL("not a page in use");
}

void *page_alloc(void)
{
    if (pages_left == 0)
        return NULL;
    pages_left--;
    int i = 0;
    while (pages[i].refs > 0)
        i++;
    pages[i].page = aligned_alloc(PAGE_SIZE, PAGE_SIZE);
    pages[i].refs = 1;
    pages_used++;
    memset(pages[i].page, 0x5a, PAGE_SIZE);
    return pages[i].page;
}

void page_hold(void *page)
{
    pages[find_page(page)].refs++;
}

void page_free(void *page)
{
    int i = find_page(page);
    if (--pages[i].refs > 0)
        return;
    free(page);
    pages_used--;
}

/* ---- the reference ---- */

static uint64_t random_state = 1;

static uint32_t random_below(uint32_t n)
{
    random_state = random_state * 6364136223846793005 + 1442695040888963407;
    return (random_state >> 33) % n;
}

static struct prof regions[PROF_REGIONS_MAX];
static struct prof_range ranges[PROF_REGIONS_MAX];
static int count;

static bool is_overflow(const struct prof *region)
{
    return region->pr_off == 0 && region->pr_scale == 2;
}

/* Whose pc it is: the region with the greatest pr_off not above it, the overflow counter aside. */
static const struct prof *owner(uint64_t pc)
{
    const struct prof *best = NULL;
    for (int i = 0; i < count; i++)
        if (!is_overflow(&regions[i]) && regions[i].pr_off <= pc &&
            (!best || regions[i].pr_off > best->pr_off))
            best = &regions[i];
    return best;
}

/* The same among the ranges, by pr_low; but one that ends before the pc does not have it. */
static const struct prof *range_owner(uint64_t pc)
{
    const struct prof_range *best = NULL;
    for (int i = 0; i < count; i++)
        if (ranges[i].pr_low <= pc && (!best || ranges[i].pr_low > best->pr_low))
            best = &ranges[i];
    return best && pc < best->pr_high ? &best->pr : NULL;
}

/* The address of the pc's counter in that region, or 0. */
static uint64_t counter_in(const struct prof *region, uint64_t pc, unsigned nbytes)
{
    bool is_clock = region->pr_scale == PROF_SCALE_CLOCK;
    if (region->pr_scale == 0 || (pc < region->pr_off && !is_clock))
        return 0;
    unsigned __int128 byte =
        is_clock ? 0 : (unsigned __int128)(pc - region->pr_off) * region->pr_scale >> 16;
    unsigned __int128 at = byte / nbytes * nbytes;
    return at + nbytes <= region->pr_size ? (uint64_t)region->pr_base + at : 0;
}

static uint64_t reference(uint64_t pc, unsigned flags)
{
    unsigned nbytes = flags & PROF_UINT ? 4 : 2;
    const struct prof *region = flags & PROF_RANGES ? range_owner(pc) : owner(pc);
    uint64_t counter = region ? counter_in(region, pc, nbytes) : 0;
    if (counter || flags & PROF_RANGES)
        return counter;
    for (int i = 0; i < count; i++)
        if (is_overflow(&regions[i]) && regions[i].pr_size >= nbytes)
            return (uint64_t)regions[i].pr_base;
    return 0;
}

static int make(struct prof_table *table, unsigned flags)
{
    *table = prof_table_empty(flags);
    for (int i = 0; i < count; i++) {
        int error = flags & PROF_RANGES ? prof_table_add_range(table, &ranges[i])
                                        : prof_table_add(table, &regions[i]);
        if (error)
            return error;
    }
    return prof_table_sort(table);
}

static void compare(const struct prof_table *table, uint64_t pc, unsigned flags)
{
    uint64_t got = prof_table_find(table, pc), want = reference(pc, flags);
    if (got != want)
        FAIL("%d regions, flags %u, pc 0x%lx: counter at 0x%lx, not 0x%lx", count, flags, pc, got,
             want);
}

/* At the borders of all regions, or of some if there are many, and at random pcs. */
static void compare_all(const struct prof_table *table, unsigned flags)
{
    for (int i = 0; i < count; i += 1 + count / 100) {
        const struct prof *region = flags & PROF_RANGES ? &ranges[i].pr : &regions[i];
        uint64_t start = region->pr_off, scale = region->pr_scale;
        uint64_t end = start + (scale ? (region->pr_size << 16) / scale : 0);
        for (int d = -3; d <= 3; d++) {
            compare(table, start + d, flags);
            compare(table, end + d, flags);
            compare(table, ranges[i].pr_low + d, flags);
            compare(table, ranges[i].pr_high + d, flags);
        }
    }
    for (int i = 0; i < 100; i++)
        compare(table, 0x10000 + random_below(0x40 * (count + 1)), flags);
    compare(table, 0, flags);
    compare(table, 1, flags);
    compare(table, (1ull << 32) + 16, flags);
    compare(table, UINT64_MAX, flags);
}

/* ---- tests ---- */

static uint64_t next_counters = 0x100000;

static struct prof random_region(uint64_t offset)
{
    static const unsigned scales[] = {65536, 65535, 0x8000, 0x4000, 0x1235, 2, 1, 0};
    uint64_t nbytes = 4 * random_below(24);
    next_counters += 128;
    return (struct prof){(void *)next_counters, nbytes, offset, scales[random_below(8)]};
}

static void swap(struct prof *a, struct prof *b)
{
    struct prof c = *a;
    *a = *b;
    *b = c;
}

/* Ranges with the regions' counters, which begin anywhere, overlap or have gaps between them. */
static void make_ranges(void)
{
    for (int i = 0; i < count; i++) {
        uint64_t low = regions[i].pr_off;
        ranges[i] = (struct prof_range){regions[i], low, low + random_below(0x80)};
        ranges[i].pr.pr_off = low + random_below(0x40) - 0x20;
        if (random_below(8) == 0)
            ranges[i].pr.pr_scale = PROF_SCALE_CLOCK;
        if (random_below(8) == 0)
            ranges[i].pr_high = UINT64_MAX;
    }
}

/* n regions at different offsets, in random order. */
static void make_regions(int n, bool overflow)
{
    count = n;
    uint64_t offset = random_below(2) * 0x10000;
    for (int i = 0; i < n; i++) {
        regions[i] = random_region(offset);
        if (is_overflow(&regions[i]))
            regions[i].pr_scale = 65536;
        offset += 1 + random_below(0x80);
    }
    if (overflow)
        regions[random_below(n)] = (struct prof){(void *)0x8000, 4 * random_below(3), 0, 2};
    for (int i = n - 1; i > 0; i--)
        swap(&regions[i], &regions[random_below(i + 1)]);
}

static void test_one(int n, bool overflow, unsigned flags)
{
    make_regions(n, overflow && !(flags & PROF_RANGES));
    if (flags & PROF_LAZY)
        for (int i = 0; i < n; i++)
            regions[i].pr_size += random_below(4);
    make_ranges();
    struct prof_table table;
    CHECK_EQ(make(&table, flags), 0);
    CHECK_EQ(table.count, count - (overflow && !(flags & PROF_RANGES)));
    for (uint32_t i = 1; i < table.count; i++)
        CHECK(prof_table_at(&table, i - 1)->low < prof_table_at(&table, i)->low);
    compare_all(&table, flags);
    int used = pages_used;
    struct prof_table copy = prof_table_copy(&table);
    CHECK_EQ(pages_used, used);
    prof_table_free(&table);
    CHECK_EQ(pages_used, used); /* the copy's */
    for (int i = 0; i < 100; i++)
        compare(&copy, random_below(0x20000), flags);
    prof_table_free(&copy);
    CHECK_EQ(pages_used, 0);
    CHECK_EQ(prof_table_find(&copy, 0x10000), 0);
    pages_left = PAGES_MAX;
}

static void test_against_reference(void)
{
    static const int sizes[] = {1, 2, 3, 7, 63, 64, 65, 66, 127, 128, 129, 1000, 1023, 1024};
    static const unsigned kinds[] = {0, PROF_LAZY, PROF_RANGES, PROF_RANGES | PROF_LAZY};
    for (unsigned kind = 0; kind < 8; kind++)
        for (int overflow = 0; overflow <= 1; overflow++) {
            unsigned flags = kinds[kind / 2] | (kind % 2 ? PROF_UINT : PROF_USHORT);
            for (int i = 0; i < 200; i++)
                test_one(1 + random_below(20), overflow, flags);
            for (unsigned i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
                test_one(sizes[i], overflow, flags);
        }
}

/* A case small enough to see: where a counter is, by hand. */
static void test_by_hand(void)
{
    count = 3;
    regions[0] = (struct prof){(void *)0x2000, 32, 0x5000, 65536};
    regions[1] = (struct prof){(void *)0x3000, 8, 0, 2};
    regions[2] = (struct prof){(void *)0x1000, 16, 0x4000, 0x8000};
    struct prof_table table;
    CHECK_EQ(make(&table, PROF_USHORT), 0);
    CHECK_EQ(prof_table_find(&table, 0x3fff), 0x3000);
    CHECK_EQ(prof_table_find(&table, 0x4000), 0x1000);
    CHECK_EQ(prof_table_find(&table, 0x4003), 0x1000);
    CHECK_EQ(prof_table_find(&table, 0x4004), 0x1002);
    CHECK_EQ(prof_table_find(&table, 0x401f), 0x100e);
    CHECK_EQ(prof_table_find(&table, 0x4020), 0x3000);
    CHECK_EQ(prof_table_find(&table, 0x5002), 0x2002);
    CHECK_EQ(prof_table_find(&table, 0x5020), 0x3000);
    prof_table_free(&table);
    CHECK_EQ(make(&table, PROF_UINT), 0);
    CHECK_EQ(prof_table_find(&table, 0x5002), 0x2000);
    CHECK_EQ(prof_table_find(&table, 0x5004), 0x2004);
    CHECK_EQ(prof_table_find(&table, 0x4007), 0x1000);
    CHECK_EQ(prof_table_find(&table, 0x4008), 0x1004);
    prof_table_free(&table);
}

/* The overflow counter alone has every pc; a region of scale 0 has none of its own. */
static void test_alone(void)
{
    count = 1;
    regions[0] = (struct prof){(void *)0x3000, 2, 0, 2};
    struct prof_table table;
    CHECK_EQ(make(&table, PROF_USHORT), 0);
    CHECK_EQ(table.count, 0);
    compare_all(&table, PROF_USHORT);
    CHECK_EQ(prof_table_find(&table, 0x1234), 0x3000);
    regions[0].pr_scale = 0;
    CHECK_EQ(make(&table, PROF_USHORT), 0);
    CHECK_EQ(prof_table_find(&table, 0x1234), 0);

    /* profil(2)'s (0, 2) is no overflow counter: its bins are of 64 KiB */
    struct prof_histogram histogram = {.counters = 0x3000, .nbytes = 8, .offset = 0, .scale = 2};
    table = prof_table_single(&histogram);
    CHECK_EQ(prof_table_find(&table, 0xffff), 0x3000);
    CHECK_EQ(prof_table_find(&table, 0x10000), 0x3002);
    CHECK_EQ(prof_table_find(&table, 0x40000), 0);
    CHECK_EQ(table.ceiling, UINT16_MAX);
    CHECK(!table.stops && !table.wide);
}

static void refused(int n, unsigned flags, int error)
{
    count = n;
    struct prof_table table;
    CHECK_EQ(make(&table, flags), error);
    prof_table_free(&table);
    CHECK_EQ(pages_used, 0);
}

static void test_errors(void)
{
    make_regions(300, false);
    regions[7].pr_off = regions[211].pr_off;
    refused(300, PROF_USHORT, -EINVAL);
    regions[7] = (struct prof){(void *)0x3000, 4, 0, 2};
    refused(300, PROF_USHORT, 0);
    regions[8] = (struct prof){(void *)0x3000, 0, 0, 2}; /* two */
    refused(300, PROF_USHORT, -EINVAL);

    static const struct prof wrong[] = {
        {(void *)0x3000, 16, 0x1000, 65537}, {(void *)0x3000, 16, 0x1000, 1ul << 32},
        {(void *)0x3001, 16, 0x1000, 65536}, {(void *)0x3001, 0, 0x1000, 65536},
        {(void *)0x3001, 16, 0x1000, 0},     {(void *)0x3000, 15, 0x1000, 65536},
        {(void *)0x3001, 16, 0, 2},          {(void *)0x3000, 15, 0, 2},
    };
    for (unsigned i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        regions[0] = wrong[i];
        refused(1, PROF_USHORT, -EINVAL);
    }
    regions[0] = (struct prof){(void *)0x3002, 16, 0x1000, 65536};
    refused(1, PROF_USHORT, 0);
    refused(1, PROF_UINT, -EINVAL);
    regions[0] = (struct prof){(void *)0x3000, 14, 0x1000, 65536};
    refused(1, PROF_USHORT, 0);
    refused(1, PROF_UINT, -EINVAL);
    refused(0, PROF_USHORT, 0);

    for (unsigned i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        regions[0] = wrong[i];
        refused(1, PROF_LAZY, wrong[i].pr_scale > 65536 ? -EINVAL : 0);
        ranges[0] = (struct prof_range){wrong[i], 0x1000, 0x2000};
        refused(1, PROF_RANGES, wrong[i].pr_scale == PROF_SCALE_CLOCK ? 0 : -EINVAL);
        refused(1, PROF_RANGES | PROF_LAZY,
                wrong[i].pr_scale > 65536 && wrong[i].pr_scale != PROF_SCALE_CLOCK ? -EINVAL : 0);
    }
    make_regions(300, false);
    make_ranges();
    refused(300, PROF_RANGES, 0);
    ranges[7].pr_low = ranges[211].pr_low;
    refused(300, PROF_RANGES, -EINVAL);
    ranges[7].pr_low++; /* one pr_off is no mistake here */
    ranges[7].pr.pr_off = ranges[211].pr.pr_off;
    refused(300, PROF_RANGES, 0);
}

/* A lazy table's counters that no program can have are at no user address. */
static void test_lazy(void)
{
    static const uintptr_t wrong[] = {0, 0x3001, 0xffffffff80000000, UINTPTR_MAX - 1, UINTPTR_MAX};
    count = 1;
    for (unsigned i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
        for (int overflow = 0; overflow <= 1; overflow++) {
            regions[0] = (struct prof){(void *)wrong[i], SIZE_MAX, 0, overflow ? 2 : 65536};
            struct prof_table table;
            CHECK_EQ(make(&table, PROF_LAZY), 0);
            for (uint64_t pc = 0; pc < 1ull << 47; pc += (1ull << 42) - 7)
                CHECK(prof_table_find(&table, pc) >= 1ull << 63);
            prof_table_free(&table);
        }
    regions[0] = (struct prof){(void *)0x3000, 3, 0x1000, 65536};
    struct prof_table table;
    CHECK_EQ(make(&table, PROF_LAZY), 0);
    CHECK_EQ(prof_table_find(&table, 0x1001), 0x3000);
    CHECK_EQ(prof_table_find(&table, 0x1002), 0);
    CHECK(table.lazy);
}

/* A gap between ranges is nobody's; the bin is counted from pr_off. */
static void test_ranges(void)
{
    count = 3;
    ranges[0] = (struct prof_range){{(void *)0x3000, 8, 0x4ff0, 65536}, 0x5000, 0x5006};
    ranges[1] = (struct prof_range){{(void *)0x2000, 3, 0, PROF_SCALE_CLOCK}, 0x6000, UINT64_MAX};
    ranges[2] = (struct prof_range){{(void *)0x1000, 128, 0, 2}, 0x10, 0x5000};
    struct prof_table table;
    CHECK_EQ(make(&table, PROF_RANGES | PROF_LAZY), 0);
    CHECK_EQ(prof_table_find(&table, 0xf), 0);
    CHECK_EQ(prof_table_find(&table, 0x10), 0x1000); /* no overflow counter */
    CHECK_EQ(prof_table_find(&table, 0x4fff), 0x1000);
    CHECK_EQ(prof_table_find(&table, 0x5000), 0);
    CHECK_EQ(prof_table_find(&table, 0x5fff), 0);
    CHECK_EQ(prof_table_find(&table, 0x6000), 0x2000);
    CHECK_EQ(prof_table_find(&table, 1ull << 46), 0x2000);
    prof_table_free(&table);

    ranges[0].pr.pr_size = 64;
    ranges[1].pr.pr_size = 1;
    CHECK_EQ(make(&table, PROF_RANGES | PROF_LAZY), 0);
    CHECK_EQ(prof_table_find(&table, 0x5000), 0x3010);
    CHECK_EQ(prof_table_find(&table, 0x5005), 0x3014);
    CHECK_EQ(prof_table_find(&table, 0x5006), 0);
    CHECK_EQ(prof_table_find(&table, 0x6000), 0); /* no room for a counter */
    prof_table_free(&table);
    CHECK_EQ(pages_used, 0);
}

/* Whichever page is the first that there is no memory for, what was allocated is freed. */
static void test_no_memory(void)
{
    make_regions(1024, true);
    make_ranges();
    for (int left = 0; left < 16; left++) {
        pages_left = left;
        refused(1024, PROF_USHORT, -ENOMEM);
        pages_left = left;
        refused(1024, PROF_RANGES, -ENOMEM);
    }
    pages_left = 16; /* of 64 histograms each */
    refused(1024, PROF_USHORT, 0);
    make_regions(1, false);
    make_ranges();
    pages_left = 0; /* profil(2)'s single one needs none */
    refused(1, PROF_USHORT, 0);
    refused(1, PROF_RANGES, -ENOMEM);
    pages_left = PAGES_MAX;
}

static void test_ceilings(void)
{
    CHECK_EQ(prof_table_empty(PROF_USHORT).ceiling, 65535);
    CHECK_EQ(prof_table_empty(PROF_UINT).ceiling, UINT32_MAX);
    CHECK_EQ(prof_table_empty(PROF_SIGNED).ceiling, 32767);
    CHECK_EQ(prof_table_empty(PROF_SIGNED | PROF_STOP).ceiling, 32767);
    CHECK_EQ(prof_table_empty(PROF_STOP).ceiling, 32767);
    CHECK_EQ(prof_table_empty(PROF_STOP | PROF_UINT).ceiling, 32767);
    CHECK(prof_table_empty(PROF_STOP).stops && !prof_table_empty(PROF_STOP).wide);
    CHECK(!prof_table_empty(PROF_UINT).stops && prof_table_empty(PROF_UINT).wide);
}

int main(void)
{
    test_by_hand();
    test_alone();
    test_against_reference();
    test_lazy();
    test_ranges();
    test_errors();
    test_no_memory();
    test_ceilings();
    return 0;
}
