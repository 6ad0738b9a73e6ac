/* printf into memory. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format.h"

struct string_sink {
    struct sink sink;
    char *at;
    size_t room; /* without the NUL */
};

static void string_text(struct sink *s, const char *text, size_t n)
{
    struct string_sink *to = (struct string_sink *)s;

    if (n > to->room)
        n = to->room;
    if (n == 0)
        return;
    memcpy(to->at, text, n);
    to->at += n;
    to->room -= n;
}

int vsnprintf(char *s, size_t n, const char *fmt, va_list ap)
{
    char none;
    struct string_sink to = {.sink.put = string_text, .at = n ? s : &none, .room = n ? n - 1 : 0};
    int result = __format(&to.sink, fmt, ap);

    *to.at = 0;
    return result;
}

int snprintf(char *s, size_t n, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    int result = vsnprintf(s, n, fmt, ap);
    va_end(ap);
    return result;
}

int vsprintf(char *s, const char *fmt, va_list ap)
{
    return vsnprintf(s, INT_MAX, fmt, ap);
}

int sprintf(char *s, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    int result = vsprintf(s, fmt, ap);
    va_end(ap);
    return result;
}

int vasprintf(char **s, const char *fmt, va_list ap)
{
    va_list again;

    va_copy(again, ap);
    int n = vsnprintf(NULL, 0, fmt, again);
    va_end(again);
    *s = n < 0 ? NULL : malloc((size_t)n + 1);
    return *s ? vsnprintf(*s, (size_t)n + 1, fmt, ap) : -1;
}

int asprintf(char **s, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    int result = vasprintf(s, fmt, ap);
    va_end(ap);
    return result;
}
