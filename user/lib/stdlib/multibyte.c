/* Multibyte characters without a state of the caller's (C11 7.22.7). */
#include <errno.h>
#include <stdlib.h>
#include <wchar.h>

int mblen(const char *s, size_t n)
{
    return mbtowc(NULL, s, n);
}

int mbtowc(wchar_t *to, const char *s, size_t n)
{
    mbstate_t state = {0};

    if (!s)
        return 0;
    size_t used = mbrtowc(to, s, n, &state);
    if (used != (size_t)-2)
        return (int)used;
    errno = EILSEQ;
    return -1;
}

int wctomb(char *to, wchar_t c)
{
    return to ? (int)wcrtomb(to, c, NULL) : 0;
}

size_t mbstowcs(wchar_t *to, const char *from, size_t n)
{
    mbstate_t state = {0};

    return mbsrtowcs(to, &from, n, &state);
}

size_t wcstombs(char *to, const wchar_t *from, size_t n)
{
    return wcsrtombs(to, &from, n, NULL);
}
