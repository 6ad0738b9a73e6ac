/*
 * Searching for a byte, sixteen at a time.  An aligned load never crosses a page, so reading a
 * whole aligned block around the string is safe, whatever lies next to it; bytes before the start
 * are shifted out of the mask, bytes after the end come after the answer.
 */
#include <stdint.h>
#include <string.h>

#define BLOCK 16

typedef char block __attribute__((vector_size(BLOCK)));

/* Bit i of the result: byte i of the aligned block at p is c. */
__attribute__((no_sanitize("address"))) static inline unsigned block_match(const char *p, char c)
{
    block want = {c, c, c, c, c, c, c, c, c, c, c, c, c, c, c, c};

    return __builtin_ia32_pmovmskb128((block)(*(const block *)p == want));
}

size_t strlen(const char *s)
{
    unsigned skip = (uintptr_t)s % BLOCK;
    const char *p = s - skip;
    unsigned mask = block_match(p, 0) >> skip << skip;

    while (!mask)
        mask = block_match(p += BLOCK, 0);
    return p + __builtin_ctz(mask) - s;
}

void *memchr(const void *s, int c, size_t n)
{
    unsigned skip = (uintptr_t)s % BLOCK;
    const char *p = (const char *)s - skip;
    const char *end = n < UINTPTR_MAX - (uintptr_t)s ? (const char *)s + n : (char *)UINTPTR_MAX;

    if (n == 0)
        return NULL;
    unsigned mask = block_match(p, c) >> skip << skip;
    while (!mask) {
        p += BLOCK;
        if (p >= end)
            return NULL;
        mask = block_match(p, c);
    }
    p += __builtin_ctz(mask);
    return p < end ? (char *)p : NULL;
}

char *strchrnul(const char *s, int c)
{
    unsigned skip = (uintptr_t)s % BLOCK;
    const char *p = s - skip;
    unsigned mask = (block_match(p, c) | block_match(p, 0)) >> skip << skip;

    while (!mask) {
        p += BLOCK;
        mask = block_match(p, c) | block_match(p, 0);
    }
    return (char *)p + __builtin_ctz(mask);
}

char *strchr(const char *s, int c)
{
    char *p = strchrnul(s, c);

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
    const char *p = s;

    while (n > 0)
        if (p[--n] == (char)c)
            return (char *)p + n;
    return NULL;
}

char *strrchr(const char *s, int c)
{
    return memrchr(s, c, strlen(s) + 1);
}

char *rindex(const char *s, int c)
{
    return strrchr(s, c);
}
