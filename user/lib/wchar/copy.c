/* Copying strings of wide characters. */
#include <stdlib.h>
#include <wchar.h>

size_t wcslen(const wchar_t *s)
{
    size_t n = 0;

    while (s[n])
        n++;
    return n;
}

size_t wcsnlen(const wchar_t *s, size_t max)
{
    const wchar_t *end = wmemchr(s, 0, max);

    return end ? (size_t)(end - s) : max;
}

wchar_t *wcpcpy(wchar_t *to, const wchar_t *from)
{
    size_t n = wcslen(from);

    return wmemcpy(to, from, n + 1) + n;
}

wchar_t *wcscpy(wchar_t *to, const wchar_t *from)
{
    wcpcpy(to, from);
    return to;
}

/* The end of the copy: where the first NUL is, or to + n. */
wchar_t *wcpncpy(wchar_t *to, const wchar_t *from, size_t n)
{
    size_t len = wcsnlen(from, n);

    wmemcpy(to, from, len);
    wmemset(to + len, 0, n - len);
    return to + len;
}

wchar_t *wcsncpy(wchar_t *to, const wchar_t *from, size_t n)
{
    wcpncpy(to, from, n);
    return to;
}

wchar_t *wcscat(wchar_t *to, const wchar_t *from)
{
    wcpcpy(to + wcslen(to), from);
    return to;
}

wchar_t *wcsncat(wchar_t *to, const wchar_t *from, size_t n)
{
    wchar_t *end = to + wcslen(to);
    size_t len = wcsnlen(from, n);

    wmemcpy(end, from, len)[len] = 0;
    return to;
}

wchar_t *wcsdup(const wchar_t *s)
{
    size_t n = wcslen(s) + 1;
    wchar_t *copy = malloc(n * sizeof(*copy));

    return copy ? wmemcpy(copy, s, n) : NULL;
}
