/* Comparing and searching strings of wide characters. */
#include <stdint.h>
#include <wchar.h>
#include <wctype.h>

int wcsncmp(const wchar_t *a, const wchar_t *b, size_t n)
{
    for (; n > 0; n--, a++, b++) {
        if (*a != *b)
            return *a < *b ? -1 : 1;
        if (!*a)
            break;
    }
    return 0;
}

int wcscmp(const wchar_t *a, const wchar_t *b)
{
    return wcsncmp(a, b, SIZE_MAX);
}

int wcsncasecmp(const wchar_t *a, const wchar_t *b, size_t n)
{
    for (; n > 0; n--, a++, b++) {
        wint_t x = towlower(*a), y = towlower(*b);

        if (x != y)
            return x < y ? -1 : 1;
        if (!x)
            break;
    }
    return 0;
}

int wcscasecmp(const wchar_t *a, const wchar_t *b)
{
    return wcsncasecmp(a, b, SIZE_MAX);
}

int wcscoll(const wchar_t *a, const wchar_t *b)
{
    return wcscmp(a, b);
}

size_t wcsxfrm(wchar_t *to, const wchar_t *from, size_t n)
{
    size_t len = wcslen(from);

    if (len < n)
        wcscpy(to, from);
    return len;
}

wchar_t *wcschr(const wchar_t *s, wchar_t c)
{
    for (; *s != c; s++)
        if (!*s)
            return NULL;
    return (wchar_t *)s;
}

wchar_t *wcsrchr(const wchar_t *s, wchar_t c)
{
    const wchar_t *last = NULL;

    for (const wchar_t *at = wcschr(s, c); at; at = *at ? wcschr(at + 1, c) : NULL)
        last = at;
    return (wchar_t *)last;
}

size_t wcsspn(const wchar_t *s, const wchar_t *set)
{
    size_t n = 0;

    while (s[n] && wcschr(set, s[n]))
        n++;
    return n;
}

size_t wcscspn(const wchar_t *s, const wchar_t *set)
{
    size_t n = 0;

    while (s[n] && !wcschr(set, s[n]))
        n++;
    return n;
}

wchar_t *wcspbrk(const wchar_t *s, const wchar_t *set)
{
    s += wcscspn(s, set);
    return *s ? (wchar_t *)s : NULL;
}

wchar_t *wcsstr(const wchar_t *hay, const wchar_t *needle)
{
    size_t n = wcslen(needle);

    if (n == 0)
        return (wchar_t *)hay;
    while ((hay = wcschr(hay, *needle)) && wcsncmp(hay, needle, n) != 0)
        hay++;
    return (wchar_t *)hay;
}

wchar_t *wcstok(wchar_t *s, const wchar_t *seps, wchar_t **save)
{
    if (!s)
        s = *save;
    s += wcsspn(s, seps);
    if (!*s) {
        *save = s;
        return NULL;
    }
    wchar_t *end = s + wcscspn(s, seps);
    *save = *end ? end + 1 : end;
    *end = 0;
    return s;
}
