#include "core/string.h"
#include <machine.h>
#include <stdint.h>

void *memcpy(void *restrict dst, const void *restrict src, size_t n)
{
    machine_copy(dst, src, n);
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
    machine_fill(dst, byte, n);
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
