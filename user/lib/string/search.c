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

/* What is searched for. */
struct wanted {
    block c;
    bool or_nul; /* or the end of the string */
    block zero;
};

/* 0 where the block at p has what is wanted. */
static inline block marks(const char *p, const struct wanted *w)
{
    block x = block_at(p), m = _mm_xor_si128(x, w->c);

    return w->or_nul ? block_min(m, x) : m;
}

static inline block marks_of_group(const char *p, const struct wanted *w)
{
    block m = block_min(marks(p, w), marks(p + BLOCK, w));

    m = block_min(m, marks(p + 2 * BLOCK, w));
    return block_min(m, marks(p + 3 * BLOCK, w));
}

/* Bit i of the result: byte i of the block at p is wanted. */
static inline unsigned hits(const char *p, const struct wanted *w)
{
    return block_equals(marks(p, w), w->zero);
}

/* The first byte from s on that is c, or 0 if or_nul.  If end is not NULL and no byte before it
 * fits, the result is end or after it.  Most strings are short: a block at a time, up to where a
 * group may begin, then two groups. */
__attribute__((always_inline)) static inline char *find(const char *s, const char *end, char c,
                                                        bool or_nul)
{
    struct wanted w = {block_of(c), or_nul, block_of(0)};
    unsigned skip = (uintptr_t)s % BLOCK;
    const char *p = s - skip;

    /* Hides the 0 from the compiler: otherwise it makes it anew for each use. */
    __asm__("" : "+x"(w.zero));
    size_t i;
    if (block_first(hits(p, &w) >> skip, &i))
        return (char *)s + i;
    for (p += BLOCK; (uintptr_t)p % GROUP && (!end || p < end); p += BLOCK)
        if (block_first(hits(p, &w), &i))
            return (char *)p + i;
    if (end && p >= end)
        return (char *)p;
    if ((uintptr_t)p % (2 * GROUP) == 0 || !block_equals(marks_of_group(p, &w), w.zero)) {
        block first;

        for (p += (uintptr_t)p % (2 * GROUP);; p += 2 * GROUP) {
            if (end && p >= end)
                return (char *)p;
            first = marks_of_group(p, &w);
            if (block_equals(block_min(marks_of_group(p + GROUP, &w), first), w.zero))
                break;
        }
        if (!block_equals(first, w.zero))
            p += GROUP;
    }
    while (!block_first(hits(p, &w), &i))
        p += BLOCK;
    return (char *)p + i;
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
    struct wanted w = {.c = block_of(c)};
    unsigned mask = 0;

    if (n == 0)
        return NULL;
    if (p < end)
        mask = hits(p, &w) & ((1u << (end - p)) - 1);
    while (!mask && p > start) {
        p -= BLOCK;
        mask = hits(p, &w);
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
