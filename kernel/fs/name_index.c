/*
 * Indexes of large directories.
 *
 * Each is a hash table with open addressing: a cell has the hash of a name and the number of its
 * entry, and a name is in the first free cell from that on which its hash says.  Removing a name
 * moves later ones back, so that no search ends too early.  At most three quarters of the cells are
 * in use.  A table that is full is dropped, and the next search makes a larger one.
 *
 * A user must not be able to choose names that all fall into one place, as names that count up may
 * do by accident.  So each index has a secret number, from the time at which it is made, to the
 * nanosecond, and mixes each word of a name into it.
 *
 * Memory: a page for the index, pages with pointers to pages of cells, and 8 bytes a cell: 1 000
 * names take 6 pages, 10 000 take 34.
 *
 * The order of use is that of a list, the last used first; name_index_reclaim() takes the last.
 */
#include "fs/name_index.h"
#include "core/list.h"
#include "core/spin.h"
#include "fs/name.h"
#include "mm/page.h"
#include "sched/clock.h"
#include "sched/sched.h"

#define CHAINS         64
#define CELLS_PER_PAGE (PAGE_SIZE / sizeof(struct cell))
#define MAPS           256 /* at most, each of PAGES_PER_MAP pages of cells */
#define PAGES_PER_MAP  (PAGE_SIZE / sizeof(struct cell *))
#define CELLS_MOST     (MAPS * PAGES_PER_MAP * CELLS_PER_PAGE)
#define GOLDEN         0x9e3779b97f4a7c15 /* of SplitMix64, as the numbers in mix() */

/* entry: the number of the entry, plus 1; 0: the cell is free. */
struct cell {
    uint32_t hash, entry;
};

/* A page.  [x] index_lock, while it is in the table; the rest is its owner's. */
struct name_index {
    struct list chain; /* [x] in its hash chain */
    struct list used;  /* [x] in the order of use */
    ino_t dir;
    uint32_t npages; /* in all */
    uint32_t names;
    uint32_t mask; /* the number of cells, a power of two, less 1 */
    uint64_t secret;
    uint64_t full[NAME_INDEX_BLOCKS / 64]; /* a bit for each block of the directory */
    struct cell **maps[MAPS];
};

_Static_assert(sizeof(struct name_index) <= PAGE_SIZE, "an index is a page");
_Static_assert(CELLS_MOST <= UINT32_MAX, "a cell has a number");

static struct spinlock index_lock = SPINLOCK_INIT("name indexes");
static struct list chains[CHAINS]; /* [x] */
static struct list used;           /* [x] */
static uint64_t seed;              /* [x] */
static size_t npages;              /* atomic; of all indexes */

void name_index_init(void)
{
    for (unsigned i = 0; i < CHAINS; i++)
        list_init(&chains[i]);
    list_init(&used);
}

/* ---- cells ---- */

/* How many names a table with so many cells has room for. */
static uint32_t names_of(uint32_t ncells)
{
    return ncells / 4 * 3;
}

static struct cell *cell_at(const struct name_index *index, uint32_t at)
{
    uint32_t page = at / CELLS_PER_PAGE;
    return &index->maps[page / PAGES_PER_MAP][page % PAGES_PER_MAP][at % CELLS_PER_PAGE];
}

static void *add_page(struct name_index *index)
{
    sched_yield_if_due();
    void *page = page_alloc_zeroed();
    if (page) {
        index->npages++;
        __atomic_fetch_add(&npages, 1, __ATOMIC_RELAXED);
    }
    return page;
}

static bool add_cells(struct name_index *index, uint32_t n)
{
    for (uint32_t page = 0; page < n / CELLS_PER_PAGE; page++) {
        struct cell ***map = &index->maps[page / PAGES_PER_MAP];
        if (!*map)
            *map = add_page(index);
        if (!*map || !((*map)[page % PAGES_PER_MAP] = add_page(index)))
            return false;
    }
    index->mask = n - 1;
    return true;
}

/* Empties a cell, and moves those behind it that would not be found any more. */
static void remove_at(struct name_index *index, uint32_t hole)
{
    for (uint32_t at = (hole + 1) & index->mask;; at = (at + 1) & index->mask) {
        const struct cell *cell = cell_at(index, at);
        if (cell->entry == 0)
            break;
        uint32_t from_home = (at - cell->hash) & index->mask;
        if (from_home >= ((at - hole) & index->mask)) {
            *cell_at(index, hole) = *cell;
            hole = at;
        }
    }
    *cell_at(index, hole) = (struct cell){0, 0};
}

/* ---- names ---- */

/* A different value for each, far from its neighbours': SplitMix64 (see sched/moment.h). */
static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

static uint32_t hash_of(const struct name_index *index, const struct fs_name *entry)
{
    uint64_t hash = mix(index->secret ^ name_word(entry, 0) >> 32), word;
    for (unsigned i = 1; i < NAME_WORDS && (word = name_word(entry, i)) != 0; i++)
        hash = mix(hash ^ word);
    return hash;
}

struct name_search name_index_begin(const struct name_index *index, const struct fs_name *key)
{
    uint32_t hash = hash_of(index, key);
    return (struct name_search){hash, hash & index->mask};
}

bool name_index_next(const struct name_index *index, struct name_search *search, uint32_t *number)
{
    for (;;) {
        const struct cell *cell = cell_at(index, search->at);
        if (cell->entry == 0)
            return false;
        search->at = (search->at + 1) & index->mask;
        *number = cell->entry - 1;
        if (cell->hash == search->hash)
            return true;
    }
}

bool name_index_add(struct name_index *index, const struct fs_name *entry, uint32_t number)
{
    if (index->names >= names_of(index->mask + 1))
        return false;
    uint32_t hash = hash_of(index, entry), at = hash & index->mask;
    while (cell_at(index, at)->entry != 0)
        at = (at + 1) & index->mask;
    *cell_at(index, at) = (struct cell){hash, number + 1};
    index->names++;
    return true;
}

void name_index_remove(struct name_index *index, const struct fs_name *entry, uint32_t number)
{
    struct name_search search = name_index_begin(index, entry);
    uint32_t found;
    while (name_index_next(index, &search, &found)) {
        if (found == number) {
            remove_at(index, (search.at - 1) & index->mask);
            index->names--;
            return;
        }
    }
}

/* ---- room ---- */

void name_index_set_full(struct name_index *index, uint32_t block, bool full)
{
    if (block >= NAME_INDEX_BLOCKS)
        return;
    uint64_t bit = 1ull << block % 64;
    if (full)
        index->full[block / 64] |= bit;
    else
        index->full[block / 64] &= ~bit;
}

uint32_t name_index_room(const struct name_index *index)
{
    for (uint32_t i = 0; i < NAME_INDEX_BLOCKS / 64; i++)
        if (index->full[i] != UINT64_MAX)
            return i * 64 + (uint32_t)__builtin_ctzll(~index->full[i]);
    return NAME_INDEX_BLOCKS;
}

/* ---- the table ---- */

static struct list *chain_of(ino_t dir)
{
    return &chains[dir % CHAINS];
}

/* Under index_lock. */
static void take_out(struct name_index *index)
{
    list_remove(&index->chain);
    list_remove(&index->used);
}

struct name_index *name_index_take(ino_t dir)
{
    struct name_index *found = NULL;
    spin_lock(&index_lock);
    LIST_FOREACH (index, chain_of(dir), struct name_index, chain) {
        if (index->dir == dir) {
            take_out(index);
            found = index;
            break;
        }
    }
    spin_unlock(&index_lock);
    return found;
}

void name_index_give(struct name_index *index)
{
    spin_lock(&index_lock);
    list_push_front(chain_of(index->dir), &index->chain);
    list_push_front(&used, &index->used);
    spin_unlock(&index_lock);
}

struct name_index *name_index_create(ino_t dir, uint32_t names)
{
    uint32_t ncells = CELLS_PER_PAGE;
    while (names_of(ncells) < names + names / 8 && ncells < CELLS_MOST)
        ncells *= 2;
    /* To reclaim memory, and still not have enough, would make each search slower. */
    if (ncells / CELLS_PER_PAGE > page_count_spare())
        return NULL;
    struct name_index *index = page_alloc_zeroed();
    if (!index)
        return NULL;
    __atomic_fetch_add(&npages, 1, __ATOMIC_RELAXED);
    index->npages = 1;
    index->dir = dir;
    if (!add_cells(index, ncells)) {
        name_index_drop(index);
        return NULL;
    }
    uint64_t now = clock_realtime_ns();
    spin_lock(&index_lock);
    index->secret = seed = mix(seed ^ now) + GOLDEN;
    spin_unlock(&index_lock);
    return index;
}

void name_index_drop(struct name_index *index)
{
    if (!index)
        return;
    __atomic_fetch_sub(&npages, index->npages, __ATOMIC_RELAXED);
    for (unsigned i = 0; i < MAPS && index->maps[i]; i++) {
        for (unsigned k = 0; k < PAGES_PER_MAP && index->maps[i][k]; k++)
            page_free(index->maps[i][k]);
        page_free(index->maps[i]);
    }
    page_free(index);
}

size_t name_index_pages(void)
{
    return __atomic_load_n(&npages, __ATOMIC_RELAXED);
}

size_t name_index_reclaim(void)
{
    struct name_index *index = NULL;
    spin_lock(&index_lock);
    if (!list_empty(&used)) {
        index = list_entry(used.prev, struct name_index, used);
        take_out(index);
    }
    spin_unlock(&index_lock);
    size_t n = index ? index->npages : 0;
    name_index_drop(index);
    return n;
}
