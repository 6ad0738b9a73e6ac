/*
 * Numbers from wide characters.  A number has none beyond ASCII, so its longest possible text is
 * copied into bytes; the functions of <stdlib.h> say where it ends.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <wchar.h>
#include <wctype.h>

#define SHORT 128 /* bytes of a number that need no memory from the heap */

struct text {
    char first[SHORT], *all;
    const wchar_t *from; /* behind the white space */
};

/* The bytes that may belong to a number; false when memory is out. */
static bool text_begin(struct text *t, const wchar_t *s)
{
    size_t n = 0;

    while (iswspace(*s))
        s++;
    while (s[n] == '+' || s[n] == '-' || s[n] == '.' || s[n] == '(' || s[n] == ')' || s[n] == '_' ||
           (s[n] < 0x80 && iswalnum(s[n])))
        n++;
    t->from = s;
    t->all = n < SHORT ? t->first : malloc(n + 1);
    if (!t->all)
        return false;
    for (size_t i = 0; i < n; i++)
        t->all[i] = s[i];
    t->all[n] = 0;
    return true;
}

/* s itself if there is no number. */
static void text_end(struct text *t, const char *stop, const wchar_t *s, wchar_t **end)
{
    if (end)
        *end = (wchar_t *)(stop == t->all ? s : t->from + (stop - t->all));
    if (t->all != t->first)
        free(t->all);
}

#define FROM_WIDE(type, name, narrow, parameters, ...)                \
    type name parameters                                              \
    {                                                                 \
        struct text t;                                                \
        char *stop;                                                   \
                                                                      \
        if (!text_begin(&t, s)) {                                     \
            if (end)                                                  \
                *end = (wchar_t *)s;                                  \
            return 0;                                                 \
        }                                                             \
        type value = narrow(t.all, &stop __VA_OPT__(, ) __VA_ARGS__); \
        text_end(&t, stop, s, end);                                   \
        return value;                                                 \
    }

FROM_WIDE(long, wcstol, strtol, (const wchar_t *s, wchar_t **end, int base), base)
FROM_WIDE(unsigned long, wcstoul, strtoul, (const wchar_t *s, wchar_t **end, int base), base)
FROM_WIDE(long long, wcstoll, strtoll, (const wchar_t *s, wchar_t **end, int base), base)
FROM_WIDE(unsigned long long, wcstoull, strtoull, (const wchar_t *s, wchar_t **end, int base), base)
FROM_WIDE(intmax_t, wcstoimax, strtoimax, (const wchar_t *s, wchar_t **end, int base), base)
FROM_WIDE(uintmax_t, wcstoumax, strtoumax, (const wchar_t *s, wchar_t **end, int base), base)
FROM_WIDE(double, wcstod, strtod, (const wchar_t *s, wchar_t **end))
FROM_WIDE(float, wcstof, strtof, (const wchar_t *s, wchar_t **end))
FROM_WIDE(long double, wcstold, strtold, (const wchar_t *s, wchar_t **end))
