/*
 * Searching for a byte, in aligned blocks (block.h).  Bytes before the start are shifted out of the
 * mask, bytes after the end come after the answer.
 */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "block.h"
#include "search.h"

#define GROUP (4 * BLOCK)

/* 0 where the block at p has c, or its string ends if or_nul. */
static inline block marks(const char *p, block c, bool or_nul)
{
    block x = block_at(p), m = _mm_xor_si128(x, c);

    return or_nul ? block_min(m, x) : m;
}

static inline block marks_of_group(const char *p, block c, bool or_nul)
{
    block m = block_min(marks(p, c, or_nul), marks(p + BLOCK, c, or_nul));

    m = block_min(m, marks(p + 2 * BLOCK, c, or_nul));
    return block_min(m, marks(p + 3 * BLOCK, c, or_nul));
}

/* Hides the origin of p from the compiler: otherwise it loads for a step before it knows which. */
static inline const char *settled(const char *p)
{
    __asm__("" : "+r"(p));
    return p;
}

/* The first byte from s on that is c, or 0 if or_nul.  If end is not NULL and no byte before it
 * fits, the result is end or after it.  Most strings are short: a block at a time, up to where a
 * group may begin, then two groups. */
__attribute__((always_inline)) static inline char *find(const char *s, const char *end, char byte,
                                                        bool or_nul)
{
    unsigned skip = (uintptr_t)s % BLOCK;
    const char *p = s - skip;
    block c = block_of(byte);
    unsigned mask = block_zeros(marks(p, c, or_nul)) >> skip << skip;

    while (!mask) {
        p += BLOCK;
        if (end && p >= end)
            return (char *)p;
        if ((uintptr_t)p % GROUP == 0)
            break;
        mask = block_zeros(marks(p, c, or_nul));
    }
    if (__builtin_expect(mask != 0, true))
        return (char *)p + (unsigned)__builtin_ctz(mask);
    if ((uintptr_t)p % (2 * GROUP) == 0 || !block_zeros(marks_of_group(p, c, or_nul))) {
        for (p += (uintptr_t)p % (2 * GROUP); !end || p < end; p += 2 * GROUP) {
            block first = marks_of_group(p, c, or_nul);

            if (block_zeros(block_min(marks_of_group(p + GROUP, c, or_nul), first))) {
                if (!block_zeros(first))
                    p += GROUP;
                break;
            }
        }
        if (end && p >= end)
            return (char *)p;
    }
    p = settled(p);
    while (!(mask = block_zeros(marks(p, c, or_nul))))
        p += BLOCK;
    return (char *)p + (unsigned)__builtin_ctz(mask);
}

size_t strlen(const char *s)
{
    return find(s, NULL, 0, false) - s;
}

void *memchr(const void *s, int c, size_t n)
{
    const char *start = s;
    const char *end = n < UINTPTR_MAX - (uintptr_t)s ? start + n : (char *)UINTPTR_MAX;

    if (n == 0)
        return NULL;
    char *p = find(start, end, c, false);
    return p < end ? p : NULL;
}

char *strchrnul(const char *s, int c)
{
    return find(s, NULL, c, true);
}

char *strchr(const char *s, int c)
{
    char *p = find(s, NULL, c, true);

    return *p == (char)c ? p : NULL;
}

char *index(const char *s, int c)
{
    return strchr(s, c);
}

size_t strnlen(const char *s, size_t max)
{
    const char *end = memchr(s, 0, max);

    return end ? (size_t)(end - s) : max;
}

void *memrchr(const void *s, int c, size_t n)
{
    const char *start = s, *end = start + n;
    const char *p = end - (uintptr_t)end % BLOCK;
    block want = block_of(c);
    unsigned mask = 0;

    if (n == 0)
        return NULL;
    if (p < end)
        mask = block_zeros(marks(p, want, false)) & ((1u << (end - p)) - 1);
    while (!mask && p > start) {
        p -= BLOCK;
        mask = block_zeros(marks(p, want, false));
    }
    if (!mask)
        return NULL;
    p += 31u - (unsigned)__builtin_clz(mask);
    return p >= start ? (char *)p : NULL;
}

char *strrchr(const char *s, int c)
{
    return memrchr(s, c, strlen(s) + 1);
}

char *rindex(const char *s, int c)
{
    return strrchr(s, c);
}

/* Which bytes of the block at p are not in [first, last]. */
static inline unsigned outside(const char *p, char first, char last)
{
    block x = _mm_sub_epi8(block_at(p), block_of(first));

    return block_zeros(_mm_cmpeq_epi8(block_min(x, block_of(last - first)), x));
}

const char *__search_outside(const char *s, char first, char last)
{
    unsigned skip = (uintptr_t)s % BLOCK;
    const char *p = s - skip;
    unsigned mask = outside(p, first, last) >> skip << skip;

    while (!mask)
        mask = outside(p += BLOCK, first, last);
    return p + (unsigned)__builtin_ctz(mask);
}
