/*
 * Comparing memory and strings.
 *
 * Strings are compared in blocks (block.h) up to where the first of the two pages ends, and byte by
 * byte over that end and near the limit n.  Upper case is folded in blocks too.
 */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

#include "block.h"

#define GROUP (4 * BLOCK) /* what the inner loop takes at once */

int memcmp(const void *a, const void *b, size_t n)
{
    const unsigned char *p = a, *q = b;
    size_t words = n / 8;

    /* Equal words are skipped without comparing their bytes, by one instruction for each. */
    if (words > 0) {
        bool same;

        __asm__ volatile("repe cmpsq" : "+S"(p), "+D"(q), "+c"(words), "=@cce"(same) : : "memory");
        n %= 8;
        if (!same) {
            p -= 8;
            q -= 8;
            n = 8;
        }
    }
    for (; n > 0; p++, q++, n--)
        if (*p != *q)
            return *p - *q;
    return 0;
}

int bcmp(const void *a, const void *b, size_t n)
{
    return memcmp(a, b, n);
}

static inline unsigned char byte_of(unsigned char c, bool fold)
{
    return fold && (unsigned)c - 'A' < 26 ? c | 32 : c;
}

static inline block folded_block(block x)
{
    /* The sum makes 'Z' the greatest of the signed bytes. */
    block upper =
        _mm_cmpgt_epi8(_mm_add_epi8(x, block_of(INT8_MAX - 'Z')), block_of(INT8_MAX - 26));

    return _mm_or_si128(x, _mm_and_si128(upper, block_of(32)));
}

/* 0 where the blocks at a and b differ, or their string ends. */
static inline block marks(const char *a, const char *b, bool fold)
{
    block x = block_anywhere_at(a), y = block_anywhere_at(b);

    if (fold) {
        x = folded_block(x);
        y = folded_block(y);
    }
    return block_min(x, _mm_cmpeq_epi8(x, y));
}

static inline block marks_of_group(const char *a, const char *b, bool fold)
{
    return block_min(block_min(marks(a, b, fold), marks(a + BLOCK, b + BLOCK, fold)),
                     block_min(marks(a + 2 * BLOCK, b + 2 * BLOCK, fold),
                               marks(a + 3 * BLOCK, b + 3 * BLOCK, fold)));
}

/* Bit i of the result: the strings differ at byte i of the block, or end there. */
static inline unsigned ends(const char *a, const char *b, bool fold)
{
    return block_zeros(marks(a, b, fold));
}

/* How many of n bytes, all on one page, agree before the strings differ or end. */
__attribute__((always_inline)) static inline size_t agree(const char *a, const char *b, size_t n,
                                                          bool fold)
{
    size_t i = 0;
    unsigned mask;

    for (size_t groups = n / GROUP; groups > 0; groups--, i += GROUP)
        if (block_zeros(marks_of_group(a + i, b + i, fold))) {
            while (!(mask = ends(a + i, b + i, fold)))
                i += BLOCK;
            return i + (unsigned)__builtin_ctz(mask);
        }
    for (; n - i >= BLOCK; i += BLOCK)
        if ((mask = ends(a + i, b + i, fold)))
            return i + (unsigned)__builtin_ctz(mask);
    while (i < n && a[i] && byte_of(a[i], fold) == byte_of(b[i], fold))
        i++;
    return i;
}

/* How the strings, at most n bytes of each, compare. */
__attribute__((always_inline)) static inline int compare_pages(const char *a, const char *b,
                                                               size_t n, bool fold)
{
    while (n > 0) {
        /* At most what is left of either page, and more than 0. */
        size_t room = block_room((uintptr_t)a | (uintptr_t)b);

        if (room > n)
            room = n;
        size_t i = agree(a, b, room, fold);
        if (i < room)
            return byte_of(a[i], fold) - byte_of(b[i], fold);
        a += room;
        b += room;
        n -= room;
    }
    return 0;
}

/* Apart, so that short strings need not save and set up what only these use. */
static __attribute__((noinline)) int compare_long(const char *a, const char *b, size_t n)
{
    return compare_pages(a, b, n, false);
}

static __attribute__((noinline)) int compare_long_folded(const char *a, const char *b, size_t n)
{
    return compare_pages(a, b, n, true);
}

/* The same.  Most strings differ or end in the first block. */
__attribute__((always_inline)) static inline int compare(const char *a, const char *b, size_t n,
                                                         bool fold)
{
    if (n > 0 && ((uintptr_t)a | (uintptr_t)b) % BLOCK_PAGE <= BLOCK_PAGE - BLOCK) {
        unsigned mask = ends(a, b, fold);

        if (n < BLOCK)
            mask |= 1u << n;
        size_t i;
        if (block_first(mask, &i))
            return n < BLOCK && i == n ? 0 : byte_of(a[i], fold) - byte_of(b[i], fold);
        a += BLOCK;
        b += BLOCK;
        n -= BLOCK;
    }
    return fold ? compare_long_folded(a, b, n) : compare_long(a, b, n);
}

int strcmp(const char *a, const char *b)
{
    return compare(a, b, SIZE_MAX, false);
}

int strncmp(const char *a, const char *b, size_t n)
{
    return compare(a, b, n, false);
}

int strcoll(const char *a, const char *b)
{
    return strcmp(a, b);
}

size_t strxfrm(char *to, const char *from, size_t n)
{
    return strlcpy(to, from, n);
}

int strncasecmp(const char *a, const char *b, size_t n)
{
    return compare(a, b, n, true);
}

int strcasecmp(const char *a, const char *b)
{
    return strncasecmp(a, b, SIZE_MAX);
}

int ffs(int n)
{
    return n ? __builtin_ctz(n) + 1 : 0;
}
