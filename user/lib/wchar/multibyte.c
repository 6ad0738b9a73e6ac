/*
 * Characters of one byte, or UTF-8 (RFC 3629).  Of UTF-8 only the shortest form of a character is
 * valid, and no surrogate.
 */
#include <errno.h>
#include <stdlib.h>
#include <wchar.h>

#include "locale.h"

#define LAST 0x10ffff

bool __locale_is_utf8;

static size_t illegal(void)
{
    errno = EILSEQ;
    return -1;
}

/* Takes the first byte of a character; false if no character begins with it. */
static bool begin(mbstate_t *state, unsigned char c)
{
    if (c >= 0xc2 && c < 0xe0)
        *state = (mbstate_t){c & 0x1f, 1, 0x80};
    else if (c >= 0xe0 && c < 0xf0)
        *state = (mbstate_t){c & 0x0f, 2, 0x800};
    else if (c >= 0xf0 && c < 0xf5)
        *state = (mbstate_t){c & 0x07, 3, 0x10000};
    else
        return false;
    return true;
}

/* Takes the next byte; false as soon as no character has these bytes. */
static bool go_on(mbstate_t *state, unsigned char c)
{
    if ((c & 0xc0) != 0x80)
        return false;
    state->value = state->value << 6 | (c & 0x3f);
    state->left--;
    unsigned low = state->value << 6 * state->left;
    unsigned high = low | ((1u << 6 * state->left) - 1);
    return high >= state->least && low <= LAST && !(low >= 0xd800 && high <= 0xdfff);
}

int mbsinit(const mbstate_t *state)
{
    return !state || state->left == 0;
}

size_t mbrtowc(wchar_t *to, const char *s, size_t n, mbstate_t *state)
{
    static mbstate_t own;

    if (!state)
        state = &own;
    if (!s)
        return state->left ? illegal() : 0;
    if (n == 0)
        return -2;
    wchar_t unused;
    if (!to)
        to = &unused;
    unsigned char first = *s;
    size_t used = 0;
    if (state->left == 0) {
        if (first < 0x80 || !__locale_is_utf8) {
            *to = first;
            return first != 0;
        }
        if (!begin(state, first))
            return illegal();
        used = 1;
    }
    for (; used < n; used++) {
        if (!go_on(state, s[used])) {
            state->left = 0;
            return illegal();
        }
        if (state->left == 0) {
            *to = state->value;
            return used + 1;
        }
    }
    return -2;
}

size_t wcrtomb(char *to, wchar_t wide, mbstate_t *state)
{
    unsigned c = wide;

    (void)state; /* no bytes are ever left to write */
    if (!to)
        return 1;
    if (c < 0x80 || (c < 0x100 && !__locale_is_utf8)) {
        to[0] = c;
        return 1;
    }
    if (!__locale_is_utf8 || c > LAST || (c >= 0xd800 && c < 0xe000))
        return illegal();
    size_t n = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (size_t i = n - 1; i > 0; i--, c >>= 6)
        to[i] = 0x80 | (c & 0x3f);
    to[0] = (0xf00u >> n) | c;
    return n;
}

size_t mbrlen(const char *s, size_t n, mbstate_t *state)
{
    static mbstate_t own;

    return mbrtowc(NULL, s, n, state ? state : &own);
}

wint_t btowc(int c)
{
    return c != EOF && (c < 0x80 || !__locale_is_utf8) ? (wint_t)(unsigned char)c : WEOF;
}

int wctob(wint_t c)
{
    return c < 0x80 || (c < 0x100 && !__locale_is_utf8) ? (int)c : EOF;
}

size_t __mb_cur_max(void)
{
    return __locale_is_utf8 ? 4 : 1;
}
