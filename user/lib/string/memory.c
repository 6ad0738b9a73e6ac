/*
 * Copying and filling memory.
 *
 * Eight bytes at a time with the string instructions, then one more word that ends exactly at the
 * end and may overlap what is already done.  That is one instruction per word under an emulator
 * and the processor's own fast path on hardware (Intel Optimization Manual, 3.7.6).  More than a
 * few bytes are filled in blocks (block.h): half as many instructions.
 *
 * A compiler that sees a copying loop likes to replace it by a call of memcpy, here: of itself.
 * So there are no plain copying loops; the loops there are have an empty asm in their bodies.
 */
#include <stdint.h>
#include <string.h>

#include "block.h"

#define GROUP (8 * BLOCK)

static inline uint64_t load8(const void *p)
{
    uint64_t v;

    __builtin_memcpy(&v, p, 8);
    return v;
}

static inline void store8(void *p, uint64_t v)
{
    __builtin_memcpy(p, &v, 8);
}

/* Up to 7 bytes, upwards. */
static inline void copy_few(char *d, const char *s, size_t n)
{
    while (n > 0) {
        *d++ = *s++;
        n--;
        __asm__ volatile("");
    }
}

void *memcpy(void *to, const void *from, size_t n)
{
    char *d = to;
    const char *s = from;
    size_t words = n / 8;

    if (n < 8) {
        copy_few(d, s, n);
        return to;
    }
    /* Read first: the loop below may overwrite these bytes if the two overlap. */
    uint64_t last = load8(s + n - 8);

    __asm__ volatile("rep movsq" : "+D"(d), "+S"(s), "+c"(words) : : "memory");
    store8((char *)to + n - 8, last);
    return to;
}

void *mempcpy(void *to, const void *from, size_t n)
{
    return (char *)memcpy(to, from, n) + n;
}

/* From the end down, where the target starts inside the source. */
static void copy_down(char *d, const char *s, size_t n)
{
    while (n >= 8) {
        n -= 8;
        store8(d + n, load8(s + n));
        __asm__ volatile("");
    }
    while (n > 0) {
        n--;
        d[n] = s[n];
        __asm__ volatile("");
    }
}

void *memmove(void *to, const void *from, size_t n)
{
    uintptr_t ahead = (uintptr_t)to - (uintptr_t)from;

    /* Ascending words are safe unless the target starts within the source, at its head or later;
     * less than a word ahead of the source, a word stored would overwrite bytes still to be read,
     * and a target below the source by less than a word is read before it is written. */
    if (ahead == 0)
        return to;
    if (ahead < n) {
        copy_down(to, from, n);
        return to;
    }
    return memcpy(to, from, n);
}

static inline void fill_group(char *p, block fill)
{
    block_anywhere *b = (block_anywhere *)p;

    b[0] = b[1] = b[2] = b[3] = b[4] = b[5] = b[6] = b[7] = fill;
}

void *memset(void *to, int c, size_t n)
{
    char *d = to;

    if (n >= GROUP) {
        for (char *last = d + n - GROUP; d < last; d += GROUP) {
            fill_group(d, block_of(c));
            __asm__ volatile("");
        }
        fill_group((char *)to + n - GROUP, block_of(c));
        return to;
    }
    uint64_t fill = 0x0101010101010101u * (unsigned char)c;
    size_t words = n / 8;

    if (n < 8) {
        for (; n > 0; n--) {
            *d++ = c;
            __asm__ volatile("");
        }
        return to;
    }
    store8(d + n - 8, fill);
    __asm__ volatile("rep stosq" : "+D"(d), "+c"(words) : "a"(fill) : "memory");
    return to;
}

void bcopy(const void *from, void *to, size_t n)
{
    memmove(to, from, n);
}

void bzero(void *to, size_t n)
{
    memset(to, 0, n);
}
