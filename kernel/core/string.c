/* The kernel's string functions.  Copies go a word at a time by REP MOVS, which needs no tuning. */
#include "core/string.h"
#include <stdint.h>

void *memcpy(void *restrict dst, const void *restrict src, size_t n)
{
    void *d = dst;
    size_t words = n / 8, rest = n % 8;
    __asm__ volatile("rep movsq" : "+D"(d), "+S"(src), "+c"(words)::"memory");
    __asm__ volatile("rep movsb" : "+D"(d), "+S"(src), "+c"(rest)::"memory");
    return dst;
}

void *memmove(void *dst, const void *src, size_t n)
{
    char *d = dst;
    const char *s = src;
    if (d <= s || d >= s + n)
        return memcpy(dst, src, n);
    while (n-- > 0)
        d[n] = s[n];
    return dst;
}

void *memset(void *dst, int byte, size_t n)
{
    void *d = dst;
    uint64_t pattern = 0x0101010101010101ull * (uint8_t)byte;
    size_t words = n / 8, rest = n % 8;
    __asm__ volatile("rep stosq" : "+D"(d), "+c"(words) : "a"(pattern) : "memory");
    __asm__ volatile("rep stosb" : "+D"(d), "+c"(rest) : "a"(pattern) : "memory");
    return dst;
}

int memcmp(const void *a, const void *b, size_t n)
{
    const uint8_t *x = a, *y = b;
    for (size_t i = 0; i < n; i++)
        if (x[i] != y[i])
            return x[i] - y[i];
    return 0;
}

size_t strlen(const char *s)
{
    size_t n = 0;
    while (s[n])
        n++;
    return n;
}

size_t strnlen(const char *s, size_t max)
{
    size_t n = 0;
    while (n < max && s[n])
        n++;
    return n;
}

int strncmp(const char *a, const char *b, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (a[i] != b[i])
            return (uint8_t)a[i] - (uint8_t)b[i];
        if (a[i] == '\0')
            break;
    }
    return 0;
}

int strcmp(const char *a, const char *b)
{
    return strncmp(a, b, SIZE_MAX);
}

char *strchr(const char *s, int c)
{
    for (;; s++) {
        if (*s == (char)c)
            return (char *)s;
        if (*s == '\0')
            return NULL;
    }
}

size_t strlcpy(char *dst, const char *src, size_t size)
{
    size_t n = strlen(src);
    if (size > 0) {
        size_t fits = n < size ? n : size - 1;
        memcpy(dst, src, fits);
        dst[fits] = '\0';
    }
    return n;
}
