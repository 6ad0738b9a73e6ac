/*
 * Bitmaps on the disk.
 *
 * The search for a free bit looks at 64 at a time and does not begin at the start: all bits below
 * map->hint are known to be set (freeing a bit lowers the hint).
 */
#include "fs/bitmap.h"
#include "core/panic.h"
#include "fs/log.h"
#include "fs/super.h"
#include "sched/sched.h"
#include <abi/errno.h>

void bitmap_init(struct bitmap *map, const char *name, uint32_t start, uint32_t first, uint32_t end)
{
    mutex_init(&map->mutex, "bitmap");
    map->name = name;
    map->start = start;
    map->first = map->hint = first;
    map->end = end;
}

/* The first clear bit of [from, to), 0 <= from < to <= BITS_PER_BLOCK, or `to`. */
static uint32_t find_clear(const uint64_t *words, uint32_t from, uint32_t to)
{
    uint32_t at = from & ~63u;
    uint64_t used = words[at / 64] | ((1ull << (from & 63)) - 1);
    while (used == UINT64_MAX) {
        at += 64;
        if (at >= to)
            return to;
        used = words[at / 64];
    }
    at += (uint32_t)__builtin_ctzll(~used);
    return at < to ? at : to;
}

/* Sets the first clear bit: its number, or -ENOSPC or another error. */
static int64_t alloc(struct bitmap *map)
{
    while (map->hint < map->end) {
        uint32_t base = map->hint - map->hint % BITS_PER_BLOCK;
        uint32_t end = map->end - base < BITS_PER_BLOCK ? map->end - base : BITS_PER_BLOCK;
        struct buffer *b;
        int error = cache_read(map->start + base / BITS_PER_BLOCK, &b);
        if (error)
            return error;
        uint64_t *words = b->data;
        uint32_t bit = find_clear(words, map->hint - base, end);
        if (bit < end) {
            words[bit / 64] |= 1ull << (bit % 64);
            log_dirty(b);
        }
        cache_put(b);
        map->hint = base + bit;
        if (bit < end)
            return map->hint++;
    }
    return -ENOSPC;
}

int64_t bitmap_alloc(struct bitmap *map)
{
    mutex_lock(&map->mutex);
    int64_t bit = alloc(map);
    mutex_unlock(&map->mutex);
    return bit;
}

/* The bits of a word that are in [first, first + n), which begins or ends in or around it. */
static uint64_t mask_of(uint32_t word, uint32_t first, uint32_t n)
{
    uint32_t from = first > word * 64 ? first - word * 64 : 0;
    uint32_t to = first + n < word * 64 + 64 ? first + n - word * 64 : 64;
    return UINT64_MAX << from & UINT64_MAX >> (64 - to);
}

/* Clears the bits, unless one is clear already: then that, or UINT32_MAX. */
static uint32_t clear_bits(uint64_t *words, uint32_t first, uint32_t n)
{
    uint32_t low = first / 64, high = (first + n - 1) / 64;
    for (uint32_t i = low; i <= high; i++) {
        uint64_t clear = mask_of(i, first, n) & ~words[i];
        if (clear)
            return i * 64 + (uint32_t)__builtin_ctzll(clear);
    }
    for (uint32_t i = low; i <= high; i++)
        words[i] &= ~mask_of(i, first, n);
    return UINT32_MAX;
}

int bitmap_free(struct bitmap *map, uint32_t first, uint32_t n)
{
    if (first < map->first || first >= map->end || n > map->end - first)
        return super_corrupt("%s %u cannot be freed: it does not exist", map->name, first);
    mutex_lock(&map->mutex);
    struct buffer *b;
    int error = cache_read(map->start + first / BITS_PER_BLOCK, &b);
    if (error == 0) {
        uint32_t base = first - first % BITS_PER_BLOCK;
        assert(first + n <= base + BITS_PER_BLOCK);
        uint32_t bad = clear_bits(b->data, first - base, n);
        if (bad == UINT32_MAX) {
            log_dirty(b);
            if (first < map->hint)
                map->hint = first;
        } else {
            error = super_corrupt("%s %u is in use and the bitmap says that it is free", map->name,
                                  base + bad);
        }
        cache_put(b);
    }
    mutex_unlock(&map->mutex);
    return error;
}

int64_t bitmap_count(struct bitmap *map)
{
    int64_t n = 0;
    mutex_lock(&map->mutex);
    for (uint32_t bit = map->first; bit < map->end;) {
        struct buffer *b;
        int error = cache_read(map->start + bit / BITS_PER_BLOCK, &b);
        if (error) {
            n = error;
            break;
        }
        const uint64_t *words = b->data;
        do
            n += words[bit % BITS_PER_BLOCK / 64] >> bit % 64 & 1;
        while (++bit < map->end && bit % BITS_PER_BLOCK != 0);
        cache_put(b);
        sched_yield_if_due();
    }
    mutex_unlock(&map->mutex);
    return n;
}
