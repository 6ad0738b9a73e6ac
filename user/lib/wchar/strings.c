/* Strings of multibyte characters, and of wide ones. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

/* to NULL: only counts.  *from becomes NULL at the end, or where it stopped. */
size_t mbsnrtowcs(wchar_t *to, const char **from, size_t nbytes, size_t n, mbstate_t *state)
{
    static mbstate_t own;
    mbstate_t copy = state ? *state : own, *st = to ? state ? state : &own : &copy;
    const char *s = *from;
    size_t made = 0;
    wchar_t c;

    while ((!to || made < n) && nbytes > 0) {
        size_t used = mbrtowc(&c, s, nbytes, st);

        if (used == (size_t)-1 || used == (size_t)-2) {
            if (used == (size_t)-2)
                s += nbytes;
            else
                made = -1;
            break;
        }
        if (to)
            to[made] = c;
        if (c == 0) {
            s = NULL;
            break;
        }
        made++;
        s += used;
        nbytes -= used;
    }
    if (to)
        *from = s;
    return made;
}

size_t mbsrtowcs(wchar_t *to, const char **from, size_t n, mbstate_t *state)
{
    return mbsnrtowcs(to, from, SIZE_MAX, n, state);
}

size_t wcsnrtombs(char *to, const wchar_t **from, size_t nchars, size_t n, mbstate_t *state)
{
    const wchar_t *s = *from;
    size_t made = 0;

    char bytes[MB_LEN_MAX];
    for (; nchars > 0 && (!to || made < n); nchars--, s++) {
        size_t len = wcrtomb(bytes, *s, state);

        if (len == (size_t)-1) {
            made = len;
            break;
        }
        if (to && len > n - made)
            break;
        if (to)
            memcpy(to + made, bytes, len);
        if (*s == 0) {
            s = NULL;
            break;
        }
        made += len;
    }
    if (to)
        *from = s;
    return made;
}

size_t wcsrtombs(char *to, const wchar_t **from, size_t n, mbstate_t *state)
{
    return wcsnrtombs(to, from, SIZE_MAX, n, state);
}
