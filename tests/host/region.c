/*
 * The tree of an address space's regions (kernel/vm/region.c), against an array with an entry for
 * each page: random calls, with memory that is out after some allocations, after each of which the
 * tree is whole, balanced, and says what the array says.  The numbers are the same in every run.
 */
/* sources: kernel/vm/region.c */
#include "vm/region.h"
#include "check.h"
#include "mm/kmem.h"
#include <abi/errno.h>
#include <stdlib.h>

#define PAGE  4096ull
#define FIRST 16u  /* the first page that a call may name, as in a space */
#define LAST  300u /* and the one behind the last */

/* ---- objects, counted ---- */

static int objects, left = -1; /* so many more can be had; below 0: any number */

void *kmem_alloc(size_t nbytes)
{
    if (left == 0)
        return NULL;
    left--;
    objects++;
    return memset(malloc(nbytes), 0x5a, nbytes);
}

void kmem_free(void *object)
{
    objects -= object != NULL;
    free(object);
}

/* ---- the reference ---- */

struct page {
    bool mapped;
    uint8_t prot;
    unsigned call; /* that made it, with REGION_APART: regions of two calls stay apart */
};

void sched_yield_if_due(void) /* nobody else runs here */
{
}

static struct regions regions;
static struct page model[LAST + 1]; /* the last is none */
static unsigned calls;

static bool same(const struct page *a, const struct page *b)
{
    return a->mapped == b->mapped && a->prot == b->prot && a->call == b->call;
}

/* Its regions, in order, are the pages of the array; one apart may be several, side by side. */
static int check_regions(struct region *t, unsigned *page)
{
    if (!t)
        return 0;
    int below = check_regions(t->child[0], page);
    CHECK_EQ(t->start % PAGE + t->end % PAGE, 0);
    CHECK(t->start < t->end);
    for (; *page < t->start / PAGE; ++*page)
        CHECK(!model[*page].mapped);
    const struct page *first = &model[*page];
    CHECK(first->mapped && first->prot == t->prot);
    for (; *page < t->end / PAGE; ++*page)
        CHECK(same(&model[*page], first));
    /* Else it should be one region with the next. */
    CHECK(t->prot & REGION_APART || !same(&model[*page], first));
    int above = check_regions(t->child[1], page);
    CHECK_IN(below - above, -1, 1);
    CHECK_EQ(t->height, 1 + (below > above ? below : above));
    return t->height;
}

static int count(const struct region *t)
{
    return t ? 1 + count(t->child[0]) + count(t->child[1]) : 0;
}

static void check_tree(void)
{
    unsigned page = 0;
    check_regions(regions.root, &page);
    for (; page < LAST; page++)
        CHECK(!model[page].mapped);
    CHECK_EQ(count(regions.root), objects);
    CHECK_EQ(regions.count, objects);
}

/* ---- calls ---- */

static uint64_t random_state = 1;

static uint32_t random_below(uint32_t n)
{
    random_state = random_state * 6364136223846793005 + 1442695040888963407;
    return (random_state >> 33) % n;
}

static void check_finds(void)
{
    uint64_t addr = random_below(LAST) * PAGE + random_below(2), page = addr / PAGE;
    struct region *at = region_at(regions.root, addr);
    CHECK_EQ(at != NULL, model[page].mapped);
    CHECK(!at || (at->start <= addr && addr < at->end));

    uint64_t next = page, last = page + (addr % PAGE != 0);
    while (next < LAST && !model[next].mapped)
        next++;
    struct region *above = region_above(regions.root, addr);
    CHECK_EQ(above != NULL, next < LAST);
    CHECK(!above || (above->start <= next * PAGE && next * PAGE < above->end));

    while (last > 0 && !model[last - 1].mapped)
        last--;
    struct region *below = region_below(regions.root, addr);
    CHECK_EQ(below != NULL, last > 0);
    CHECK(!below || (below->start <= (last - 1) * PAGE && (last - 1) * PAGE < below->end));
}

static void check_gap(void)
{
    uint64_t want = 0, npages = 1 + random_below(random_below(2) ? 5 : LAST), run = 0;
    for (unsigned page = LAST; page-- > FIRST && !want;) {
        run = model[page].mapped ? 0 : run + 1;
        if (run == npages)
            want = page * PAGE;
    }
    CHECK_EQ(region_find_gap(regions.root, FIRST * PAGE, LAST * PAGE, npages * PAGE), want);
}

static void check_copy(void)
{
    int before = objects;
    struct region *copy, *const own = regions.root;
    int error = region_copy(&copy, regions.root);
    CHECK_EQ(error, left == 0 && objects < 2 * before ? -ENOMEM : 0);
    if (!error) {
        left = -1;
        objects -= before;
        regions.root = copy;
        check_tree();
        regions.root = own;
        objects += before;
    }
    region_free(copy);
    CHECK_EQ(objects, before);
}

enum call { MAP, UNMAP, PROTECT, CALLS };

static int call_tree(enum call call, uint64_t start, uint64_t end, uint32_t prot)
{
    return call == MAP     ? region_map(&regions, start, end, prot)
           : call == UNMAP ? region_unmap(&regions, start, end)
                           : region_protect(&regions, start, end, prot);
}

static void call_model(enum call call, unsigned from, unsigned to, uint32_t prot)
{
    for (struct page *page = &model[from]; page < &model[to]; page++)
        if (call == PROTECT && page->mapped)
            page->prot = prot | (page->prot & REGION_KEPT);
        else if (call == UNMAP)
            *page = (struct page){0};
        else if (call == MAP)
            *page = (struct page){true, prot, prot & REGION_APART ? calls : 0};
}

static bool all(unsigned from, unsigned to, bool mapped)
{
    while (from < to && model[from].mapped == mapped)
        from++;
    return from == to;
}

/* Fails only if memory is out, and then changes nothing.  Unmapping needs it only in the middle of
 * a region. */
static void call_both(unsigned from, unsigned to)
{
    enum call call = random_below(CALLS);
    uint32_t prot = random_below(3);
    if (call == MAP && random_below(8) == 0)
        prot |= REGION_APART;
    if (call == PROTECT && !all(from, to, true))
        return;
    calls++;
    bool inside = region_at(regions.root, from * PAGE - 1) &&
                  region_at(regions.root, from * PAGE - 1) == region_at(regions.root, to * PAGE);
    int error = call_tree(call, from * PAGE, to * PAGE, prot);
    if (error) {
        CHECK_EQ(error, -ENOMEM);
        CHECK_EQ(left, 0);
        CHECK(call != UNMAP || inside);
    } else {
        call_model(call, from, to, prot);
    }
    left = -1;
    check_tree();
}

static void random_calls(void)
{
    for (int i = 0; i < 200000; i++) {
        unsigned from = FIRST + random_below(LAST - FIRST);
        unsigned most = random_below(20) ? 4 : LAST;
        unsigned to = from + 1 + random_below(most);
        left = random_below(4) ? -1 : (int)random_below(3);
        call_both(from, to < LAST ? to : LAST);
        check_finds();
        check_gap();
        if (i % 64 == 0 && regions.root) {
            left = random_below(2) ? -1 : (int)random_below(100);
            check_copy();
            left = -1;
        }
    }
}

/* In order, the worst for a tree that does not balance itself: see the height. */
static void many(void)
{
    enum { N = 10000 };
    for (unsigned i = 1; i <= N; i++)
        CHECK_EQ(region_map(&regions, i * PAGE, (i + 1) * PAGE, i % 2), 0);
    CHECK_EQ(objects, N);
    CHECK_IN(regions.root->height, 14, 19);
    CHECK_EQ(region_protect(&regions, PAGE, (N + 1) * PAGE, 2), 0);
    CHECK_EQ(objects, 1);
    CHECK(regions.root->start == PAGE && regions.root->end == (N + 1) * PAGE);
    region_free(regions.root);
    CHECK_EQ(objects, 0);
    regions = (struct regions){NULL, 0};
}

int main(void)
{
    many();
    random_calls();
    region_free(regions.root);
    CHECK_EQ(objects, 0);
    return 0;
}
