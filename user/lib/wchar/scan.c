/* The wide scanf family, and wcsftime: through multibyte characters. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "wide.h"

int vfwscanf(FILE *f, const wchar_t *fmt, va_list ap)
{
    char *narrow = __wide_narrow(fmt);

    if (!narrow)
        return EOF;
    int n = vfscanf(f, narrow, ap);
    free(narrow);
    return n;
}

int vswscanf(const wchar_t *s, const wchar_t *fmt, va_list ap)
{
    char *text = __wide_narrow(s), *narrow = text ? __wide_narrow(fmt) : NULL;
    int n = narrow ? vsscanf(text, narrow, ap) : EOF;

    free(narrow);
    free(text);
    return n;
}

int vwscanf(const wchar_t *fmt, va_list ap)
{
    return vfwscanf(stdin, fmt, ap);
}

int wscanf(const wchar_t *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    int n = vfwscanf(stdin, fmt, ap);
    va_end(ap);
    return n;
}

int fwscanf(FILE *f, const wchar_t *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    int n = vfwscanf(f, fmt, ap);
    va_end(ap);
    return n;
}

int swscanf(const wchar_t *s, const wchar_t *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    int n = vswscanf(s, fmt, ap);
    va_end(ap);
    return n;
}

size_t wcsftime(wchar_t *s, size_t n, const wchar_t *fmt, const struct tm *tm)
{
    char *narrow = __wide_narrow(fmt), *text = malloc(n * MB_LEN_MAX + 1);
    size_t made = narrow && text ? strftime(text, n * MB_LEN_MAX + 1, narrow, tm) : 0;

    if (made > 0 && n > 0) {
        made = mbstowcs(s, text, n);
        made = made < n ? made : 0;
    }
    free(narrow);
    free(text);
    return made;
}
