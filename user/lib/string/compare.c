/* Comparing memory and strings. */
#include <ctype.h>
#include <stdint.h>
#include <string.h>

int memcmp(const void *a, const void *b, size_t n)
{
    const unsigned char *p = a, *q = b;

    /* Equal words are skipped without comparing their bytes. */
    for (; n >= 8; p += 8, q += 8, n -= 8) {
        uint64_t v, w;

        __builtin_memcpy(&v, p, 8);
        __builtin_memcpy(&w, q, 8);
        if (v != w) {
            v = __builtin_bswap64(v);
            w = __builtin_bswap64(w);
            return v < w ? -1 : 1;
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

int strcmp(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return (unsigned char)*a - (unsigned char)*b;
}

int strncmp(const char *a, const char *b, size_t n)
{
    for (; n > 0; a++, b++, n--)
        if (*a != *b || !*a)
            return (unsigned char)*a - (unsigned char)*b;
    return 0;
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
    for (; n > 0; a++, b++, n--) {
        int x = tolower((unsigned char)*a), y = tolower((unsigned char)*b);

        if (x != y || !x)
            return x - y;
    }
    return 0;
}

int strcasecmp(const char *a, const char *b)
{
    return strncasecmp(a, b, SIZE_MAX);
}

int ffs(int n)
{
    return n ? __builtin_ctz(n) + 1 : 0;
}
