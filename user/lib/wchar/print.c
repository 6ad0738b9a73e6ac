/*
 * The wide printf family.  The format becomes multibyte characters, and the engine of stdio counts
 * characters in place of bytes; what it puts out is written as it is, or made wide again.
 */
#include "../stdio/format.h"
#include "../stdio/stream.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "wide.h"

char *__wide_narrow(const wchar_t *s)
{
    const wchar_t *from = s;
    size_t n = wcsrtombs(NULL, &from, 0, NULL);
    char *narrow = n == (size_t)-1 ? NULL : malloc(n + 1);

    return narrow ? (wcsrtombs(narrow, &from, n + 1, NULL), narrow) : NULL;
}

struct stream_sink {
    struct sink sink;
    FILE *f;
    bool failed;
};

static void to_stream(struct sink *s, const char *text, size_t n)
{
    struct stream_sink *to = (struct stream_sink *)s;

    if (n > 0 && !to->failed && __stream_write(to->f, text, n) != n)
        to->failed = true;
}

int vfwprintf(FILE *f, const wchar_t *fmt, va_list ap)
{
    struct stream_sink to = {.sink = {.put = to_stream, .wide = true}, .f = f};
    char *narrow = __wide_narrow(fmt);

    if (!narrow)
        return -1;
    stream_lock(f);
    int n = __format(&to.sink, narrow, ap);
    stream_unlock(f);
    free(narrow);
    return to.failed ? -1 : n;
}

struct string_sink {
    struct sink sink;
    wchar_t *at;
    size_t room; /* without the NUL */
    mbstate_t state;
    bool failed;
};

static void to_string(struct sink *s, const char *text, size_t n)
{
    struct string_sink *to = (struct string_sink *)s;

    while (n > 0 && !to->failed) {
        wchar_t c;
        size_t used = mbrtowc(&c, text, n, &to->state);

        if (used == (size_t)-2)
            return;
        if (used == 0)
            used = 1; /* %c of a NUL */
        to->failed = used == (size_t)-1 || to->room == 0;
        if (to->failed)
            return;
        *to->at++ = c;
        to->room--;
        text += used;
        n -= used;
    }
}

int vswprintf(wchar_t *s, size_t n, const wchar_t *fmt, va_list ap)
{
    struct string_sink to = {.sink = {.put = to_string, .wide = true}, .at = s, .room = n - 1};
    char *narrow = n > 0 ? __wide_narrow(fmt) : NULL;

    if (!narrow)
        return -1;
    int made = __format(&to.sink, narrow, ap);
    free(narrow);
    *to.at = 0;
    return to.failed ? -1 : made;
}

int vwprintf(const wchar_t *fmt, va_list ap)
{
    return vfwprintf(stdout, fmt, ap);
}

int wprintf(const wchar_t *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    int n = vfwprintf(stdout, fmt, ap);
    va_end(ap);
    return n;
}

int fwprintf(FILE *f, const wchar_t *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    int n = vfwprintf(f, fmt, ap);
    va_end(ap);
    return n;
}

int swprintf(wchar_t *s, size_t n, const wchar_t *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    int made = vswprintf(s, n, fmt, ap);
    va_end(ap);
    return made;
}
