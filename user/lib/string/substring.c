/*
 * Finding a string in another.
 *
 * The two-way algorithm (Crochemore and Perrin, "Two-way string-matching", JACM 38, 1991) needs
 * more pages than this library has; here the first byte is found by memchr and the rest compared.
 * That is quadratic only for texts made to be so.
 */
#include <ctype.h>
#include <string.h>

void *memmem(const void *hay, size_t hay_len, const void *needle, size_t needle_len)
{
    const char *p = hay, *first = needle;

    if (needle_len == 0)
        return (void *)p;
    while (hay_len >= needle_len) {
        const char *hit = memchr(p, *first, hay_len - needle_len + 1);

        if (!hit)
            break;
        if (memcmp(hit, needle, needle_len) == 0)
            return (void *)hit;
        hay_len -= hit + 1 - p;
        p = hit + 1;
    }
    return NULL;
}

char *strstr(const char *hay, const char *needle)
{
    return memmem(hay, strlen(hay), needle, strlen(needle));
}

char *strcasestr(const char *hay, const char *needle)
{
    size_t n = strlen(needle);

    for (;; hay++) {
        if (strncasecmp(hay, needle, n) == 0)
            return (char *)hay;
        if (!*hay)
            return NULL;
    }
}
