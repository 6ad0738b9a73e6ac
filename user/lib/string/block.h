/*
 * Sixteen bytes of a string at a time, by SSE2, which every x86-64 has.
 *
 * A string may be followed by memory that cannot be read.  A block may reach beyond the string's
 * end if it does not leave the page: an aligned one never does; for another, ask block_room.
 */
#ifndef LIB_BLOCK_H
#define LIB_BLOCK_H

#include <emmintrin.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BLOCK      16
#define BLOCK_PAGE 4096

typedef __m128i block;
typedef __m128i_u block_anywhere;

/* The block at p, aligned. */
__attribute__((no_sanitize("address"))) static inline block block_at(const char *p)
{
    return *(const block *)p;
}

/* The block at p, of any alignment, on one page. */
__attribute__((no_sanitize("address"))) static inline block block_anywhere_at(const char *p)
{
    return *(const block_anywhere *)p;
}

/* Bytes from an address to the end of its page. */
static inline size_t block_room(uintptr_t at)
{
    return BLOCK_PAGE - at % BLOCK_PAGE;
}

static inline block block_of(char c)
{
    return _mm_set1_epi8(c);
}

/* The smaller of each two bytes: 0 where one of them is. */
static inline block block_min(block x, block y)
{
    return _mm_min_epu8(x, y);
}

/* Bit i of the result: the bytes i are equal. */
static inline unsigned block_equals(block x, block y)
{
    return (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(x, y));
}

/* Bit i of the result: byte i is 0. */
static inline unsigned block_zeros(block x)
{
    return block_equals(x, _mm_setzero_si128());
}

/* Whether the mask has a bit, and its first one: BSF finds both (Intel SDM, volume 2).  The &,
 * which keeps the two in two registers, spares strcmp a move. */
static inline bool block_first(unsigned mask, size_t *first)
{
    bool none;

    __asm__("bsfl %2, %k0" : "=&r"(*first), "=@ccz"(none) : "r"(mask));
    return !none;
}

#endif
