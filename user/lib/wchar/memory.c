/* Arrays of wide characters. */
#include <string.h>
#include <wchar.h>

wchar_t *wmemcpy(wchar_t *to, const wchar_t *from, size_t n)
{
    return memcpy(to, from, n * sizeof(*to));
}

wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t n)
{
    return memmove(to, from, n * sizeof(*to));
}

wchar_t *wmempcpy(wchar_t *to, const wchar_t *from, size_t n)
{
    return wmemcpy(to, from, n) + n;
}

wchar_t *wmemset(wchar_t *to, wchar_t c, size_t n)
{
    for (size_t i = 0; i < n; i++)
        to[i] = c;
    return to;
}

int wmemcmp(const wchar_t *a, const wchar_t *b, size_t n)
{
    for (; n > 0; n--, a++, b++)
        if (*a != *b)
            return *a < *b ? -1 : 1;
    return 0;
}

wchar_t *wmemchr(const wchar_t *s, wchar_t c, size_t n)
{
    for (; n > 0; n--, s++)
        if (*s == c)
            return (wchar_t *)s;
    return NULL;
}
