/* Wide characters through streams: each is written and read as its bytes. */
#include "../stdio/stream.h"

#include <errno.h>
#include <stdlib.h>
#include <wchar.h>

/* Both widths work at any time. */
int fwide(FILE *f, int mode)
{
    (void)f, (void)mode;
    return 0;
}

/* Caller holds [l]. */
static wint_t get(FILE *f)
{
    mbstate_t state = {0};
    int c = stream_get(f);

    if (c == EOF)
        return WEOF;
    wchar_t wide;
    for (;;) {
        char byte = c;
        size_t used = mbrtowc(&wide, &byte, 1, &state);

        if (used <= 1)
            return wide;
        if (used == (size_t)-2 && (c = stream_get(f)) != EOF)
            continue;
        f->flags |= S_ERROR;
        errno = EILSEQ;
        return WEOF;
    }
}

/* Caller holds [l]. */
static wint_t put(wchar_t c, FILE *f)
{
    char bytes[MB_LEN_MAX];
    size_t n = wcrtomb(bytes, c, NULL);

    if (n == (size_t)-1) {
        f->flags |= S_ERROR;
        return WEOF;
    }
    return __stream_write(f, bytes, n) == n ? (wint_t)c : WEOF;
}

wint_t fgetwc(FILE *f)
{
    stream_lock(f);
    wint_t c = get(f);
    stream_unlock(f);
    return c;
}

wint_t getwc(FILE *f)
{
    return fgetwc(f);
}

wint_t getwchar(void)
{
    return fgetwc(stdin);
}

wint_t fputwc(wchar_t c, FILE *f)
{
    stream_lock(f);
    wint_t result = put(c, f);
    stream_unlock(f);
    return result;
}

wint_t putwc(wchar_t c, FILE *f)
{
    return fputwc(c, f);
}

wint_t putwchar(wchar_t c)
{
    return fputwc(c, stdout);
}

wint_t ungetwc(wint_t c, FILE *f)
{
    char bytes[MB_LEN_MAX];
    size_t n = c == WEOF ? (size_t)-1 : wcrtomb(bytes, c, NULL);

    if (n == (size_t)-1)
        return WEOF;
    stream_lock(f);
    while (n > 0 && ungetc((unsigned char)bytes[n - 1], f) != EOF)
        n--;
    stream_unlock(f);
    return n == 0 ? c : WEOF;
}

wchar_t *fgetws(wchar_t *s, int n, FILE *f)
{
    int i = 0;
    wint_t c = 0;

    if (n <= 0)
        return NULL;
    stream_lock(f);
    while (i < n - 1 && c != '\n' && (c = get(f)) != WEOF)
        s[i++] = c;
    bool failed = c == WEOF && (i == 0 || !(f->flags & S_EOF));
    stream_unlock(f);
    s[i] = 0;
    return failed ? NULL : s;
}

int fputws(const wchar_t *s, FILE *f)
{
    stream_lock(f);
    while (*s && put(*s, f) != WEOF)
        s++;
    stream_unlock(f);
    return *s ? EOF : 0;
}
