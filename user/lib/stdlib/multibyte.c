/* Multibyte characters of the "C" locale: one byte each. */
#include <errno.h>
#include <stdlib.h>

static int illegal(void)
{
    errno = EILSEQ;
    return -1;
}

int mblen(const char *s, size_t n)
{
    return mbtowc(NULL, s, n);
}

int mbtowc(wchar_t *to, const char *s, size_t n)
{
    if (!s)
        return 0;
    if (n == 0)
        return illegal();
    if (to)
        *to = (unsigned char)*s;
    return *s != 0;
}

int wctomb(char *to, wchar_t c)
{
    if (!to)
        return 0;
    if (c < 0 || c > 255)
        return illegal();
    *to = c;
    return 1;
}

size_t mbstowcs(wchar_t *to, const char *from, size_t n)
{
    size_t i;

    for (i = 0; !to || i < n; i++) {
        if (to)
            to[i] = (unsigned char)from[i];
        if (!from[i])
            break;
    }
    return i;
}

size_t wcstombs(char *to, const wchar_t *from, size_t n)
{
    size_t i;

    for (i = 0; !to || i < n; i++) {
        if (from[i] < 0 || from[i] > 255)
            return illegal();
        if (to)
            to[i] = from[i];
        if (!from[i])
            break;
    }
    return i;
}
