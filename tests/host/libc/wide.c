/* Wide and multibyte characters against the host's, in its locale C.UTF-8. */
#define _GNU_SOURCE
#include <errno.h>
#include <locale.h>
#include <stdarg.h>
#include <stdbool.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

#include "check.h"

#define OURS(type, name, ...) type t_##name(__VA_ARGS__)
struct t_state {
    unsigned value, left, least;
};
OURS(size_t, mbrtowc, wchar_t *, const char *, size_t, struct t_state *);
OURS(size_t, wcrtomb, char *, wchar_t, struct t_state *);
OURS(size_t, mbsrtowcs, wchar_t *, const char **, size_t, struct t_state *);
OURS(size_t, wcsrtombs, char *, const wchar_t **, size_t, struct t_state *);
OURS(int, mbtowc, wchar_t *, const char *, size_t);
OURS(int, wcwidth, wchar_t);
OURS(wint_t, towlower, wint_t);
OURS(wint_t, towupper, wint_t);
OURS(unsigned long, wctype, const char *);
OURS(int, iswctype, wint_t, unsigned long);
OURS(wchar_t *, wcsstr, const wchar_t *, const wchar_t *);
OURS(wchar_t *, wcsrchr, const wchar_t *, wchar_t);
OURS(size_t, wcscspn, const wchar_t *, const wchar_t *);
OURS(int, wcscasecmp, const wchar_t *, const wchar_t *);
OURS(wchar_t *, wcsncat, wchar_t *, const wchar_t *, size_t);
OURS(wchar_t *, wcsncpy, wchar_t *, const wchar_t *, size_t);
OURS(wchar_t *, wcstok, wchar_t *, const wchar_t *, wchar_t **);
OURS(long, wcstol, const wchar_t *, wchar_t **, int);
OURS(double, wcstod, const wchar_t *, wchar_t **);
OURS(int, swprintf, wchar_t *, size_t, const wchar_t *, ...);
OURS(int, swscanf, const wchar_t *, const wchar_t *, ...);
OURS(int, snprintf, char *, size_t, const char *, ...);
OURS(int, sscanf, const char *, const char *, ...);
OURS(void, free, void *);
extern bool t___locale_is_utf8;
extern __thread int t_errno;

static int sign(int n)
{
    return (n > 0) - (n < 0);
}

/* Bytes that are often UTF-8, and often nearly.  Not those that may begin a surrogate or a number
 * above 0x10ffff, which not every host refuses as early. */
static size_t draw_bytes(char *s, size_t n)
{
    size_t len = 0;

    while (len + 4 < n && draw_below(12)) {
        mbstate_t state = {0};
        wchar_t c = draw_below(4) ? draw_below(0xd000) : draw_below(0x100000);
        size_t made =
            draw_below(8) && (c & 0xff000) != 0xd000 ? wcrtomb(s + len, c, &state) : (size_t)-1;
        if (made == (size_t)-1)
            s[len++] = draw_below(2) ? 1 + draw_below(0xec) : 0xfe + draw_below(2);
        else
            len += made - (made > 1 && draw_below(10) == 0);
    }
    s[len] = 0;
    return len;
}

/* One after the other, in pieces; both must agree at each step. */
static void decoding(void)
{
    char s[64];

    for (int i = 0; i < 200000; i++) {
        size_t len = draw_bytes(s, sizeof(s)) + 1;
        mbstate_t theirs = {0};
        struct t_state ours = {0};
        for (size_t at = 0; at < len;) {
            size_t n = 1 + draw_below(5);
            wchar_t a = 7, b = 7;
            if (n > len - at)
                n = len - at;
            size_t want = mbrtowc(&a, s + at, n, &theirs);
            size_t got = t_mbrtowc(&b, s + at, n, &ours);
            if (got == (size_t)-1 && want == (size_t)-2)
                break; /* the host waits for the end of what cannot become a character */
            CHECK(got == want && (want > n || a == b), "%s at %zu: %zd, not %zd", s, at, got, want);
            if (want == (size_t)-1 || want == 0 || got != want)
                break;
            at += want == (size_t)-2 ? n : want;
        }
    }
    wchar_t c;
    CHECK(t_mbtowc(&c, "\xed\xa0\x80", 3) == -1, "a surrogate");
    CHECK(t_mbtowc(&c, "\xf4\x8f\xbf\xbf", 4) == 4 && c == 0x10ffff, "the last");
    CHECK(t_mbtowc(&c, "\xf4\x90\x80\x80", 4) == -1, "behind the last");
    CHECK(t_mbtowc(&c, "\xc0\x80", 2) == -1 && t_mbtowc(&c, "\xe0\x9f\xbf", 3) == -1 &&
              t_mbtowc(&c, "\xf0\x80\x80\x80", 4) == -1,
          "longer than it must be");
    t_errno = 0;
    CHECK(t_mbtowc(&c, "\xc3", 1) == -1 && t_errno == EILSEQ, "half a character");
    CHECK(t_mbtowc(&c, "\xc3\xa4", 2) == 2 && c == 0xe4, "a whole one");
}

static void strings_of_bytes(void)
{
    char s[64], bytes[80], more[80];
    wchar_t wide[64], also[64];

    for (int i = 0; i < 100000; i++) {
        draw_bytes(s, sizeof(s));
        size_t n = draw_below(20);
        const char *a = s, *b = s;
        mbstate_t theirs = {0};
        struct t_state ours = {0};
        wmemset(wide, 5, 64);
        wmemset(also, 5, 64);
        size_t want = mbsrtowcs(wide, &a, n, &theirs), got = t_mbsrtowcs(also, &b, n, &ours);
        CHECK(got == want && (want > 64 || a == b) && (want > 64 || !wmemcmp(wide, also, want)),
              "%zd %zd: at %td, not %td of %s", got, want, b ? b - s : -1, a ? a - s : -1, s);
        wmemset(also, 0, 64);
        for (size_t k = 0; k < 10; k++)
            also[k] = draw_below(3) ? draw_below(3000) : draw_below(0x110000);
        const wchar_t *c = also, *d = also;
        memset(bytes, 0, sizeof(bytes));
        memset(more, 0, sizeof(more));
        memset(&theirs, 0, sizeof(theirs));
        want = wcsrtombs(bytes, &c, n, &theirs), got = t_wcsrtombs(more, &d, n, NULL);
        CHECK(got == want && c == d && !memcmp(bytes, more, sizeof(more)), "%zd %zd", got, want);
    }
}

/* Whether this is a letter of Unicode 14, or older.  Later versions gave a partner from A7C1 on to
 * some letters, which had none. */
static bool is_known(wint_t c)
{
    return c < 0xa7c0;
}

/* Latin, Greek, Cyrillic, Armenian. */
static void classes(void)
{
    static const char *const names[] = {"alnum", "alpha", "blank", "cntrl", "digit", "graph",
                                        "lower", "print", "punct", "space", "upper", "xdigit"};
    for (wint_t c = 0; c < 0x530; c++) {
        wint_t low = t_towlower(c), up = t_towupper(c);
        CHECK(low == towlower(c), "towlower(%x) is %x, not %x", c, low, towlower(c));
        CHECK(up == towupper(c) || !is_known(towupper(c)), "towupper(%x) is %x, not %x", c, up,
              towupper(c));
        for (int i = 0; i < 12 && c < 0x250; i++)
            CHECK(!t_iswctype(c, t_wctype(names[i])) == !iswctype(c, wctype(names[i])), "%x %s", c,
                  names[i]);
        if (c < 0x80)
            CHECK(t_wcwidth(c) == wcwidth(c), "%x is %d columns wide", c, t_wcwidth(c));
    }
    static const struct {
        wchar_t c;
        int width;
    } rows[] = {{0xe4, 1},   {0x300, 0},  {0x4e00, 2}, {0xac00, 2}, {0x200b, 0},  {0x1f600, 2},
                {0xff21, 2}, {0x3042, 2}, {0x431, 1},  {0x9f, -1},  {0xd800, -1}, {0x20000, 2}};
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
        CHECK(t_wcwidth(rows[i].c) == rows[i].width, "%x is %d columns wide", rows[i].c,
              t_wcwidth(rows[i].c));
    CHECK(t_wctype("none") == 0 && t_iswctype('a', 0) == 0 && t_iswctype(WEOF, 1) == 0, "none");
}

static void draw_wide(wchar_t *s, unsigned n)
{
    n = draw_below(n);
    for (unsigned i = 0; i < n; i++)
        s[i] = draw_below(2) ? 'a' + draw_below(3) : draw_below(2) ? 0x431 : 'A' + draw_below(3);
    s[n] = 0;
}

static void strings(void)
{
    wchar_t a[40], b[40], x[90], y[90];

    for (int i = 0; i < 100000; i++) {
        draw_wide(a, 24);
        draw_wide(b, 4);
        CHECK(t_wcsstr(a, b) == wcsstr(a, b), "wcsstr(%ls, %ls)", a, b);
        CHECK(t_wcsrchr(a, b[0]) == wcsrchr(a, b[0]), "wcsrchr(%ls, %ls)", a, b);
        CHECK(t_wcscspn(a, b) == wcscspn(a, b), "wcscspn(%ls, %ls)", a, b);
        CHECK(sign(t_wcscasecmp(a, b)) == sign(wcscasecmp(a, b)), "wcscasecmp(%ls, %ls)", a, b);
        size_t n = draw_below(30);
        wmemset(x, 9, 90);
        wmemset(y, 9, 90);
        t_wcsncat(t_wcsncpy(x, a, 40), b, n);
        wcsncat(wcsncpy(y, a, 40), b, n);
        CHECK(!wmemcmp(x, y, 90), "wcsncat(%ls, %ls, %zu)", a, b, n);
        wchar_t *save_x, *save_y, *got = t_wcstok(x, b, &save_x), *want = wcstok(y, b, &save_y);
        for (; got && want; got = t_wcstok(NULL, b, &save_x), want = wcstok(NULL, b, &save_y))
            CHECK(got - x == want - y && !wcscmp(got, want), "wcstok(%ls, %ls)", a, b);
        CHECK(!got && !want, "wcstok(%ls, %ls)", a, b);
    }
}

static void numbers(void)
{
    static const wchar_t *const texts[] = {
        L" 12x",     L"-0x1fz",     L"+", L"\x2003 77",           L"1e3e", L"nan(1)", L"infinity",
        L"1.5\x431", L"\x661\x662", L"",  L"99999999999999999999"};
    for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
        wchar_t *a, *b;
        long n = wcstol(texts[i], &a, 0), m = t_wcstol(texts[i], &b, 0);
        CHECK(n == m && a == b, "wcstol(%ls): %ld, not %ld", texts[i], m, n);
        double x = wcstod(texts[i], &a), y = t_wcstod(texts[i], &b);
        CHECK((x == y || (x != x && y != y)) && a == b, "wcstod(%ls): %g, not %g", texts[i], y, x);
    }
}

/* The host's and ours into buffers of 60; 0 if equal. */
#define PRINT(fmt, ...)                                                                           \
    do {                                                                                          \
        wchar_t a[60], b[60];                                                                     \
        int want = swprintf(a, 60, fmt, __VA_ARGS__), got = t_swprintf(b, 60, fmt, __VA_ARGS__);  \
        CHECK(got == want && (want < 0 || !wcscmp(a, b)), "%ls: %d %ls, not %d %ls", fmt, got, b, \
              want, a);                                                                           \
    } while (0)

static void printing(void)
{
    PRINT(L"\x431%d|%-8ls|%8ls|%.2ls|", 5, L"\xe4\x4e00", L"\xe4\x4e00", L"\xe4\x4e00z");
    PRINT(L"|%8s|%-8s|%.2s|", "\xc3\xa4\xe4\xb8\x80", "\xc3\xa4", "\xc3\xa4\xc3\xa4\xc3\xa4");
    PRINT(L"|%lc|%4lc|%c|%5.1f", 0x4e00, 0xe4, 'x', 2.25);
    PRINT(L"%s%s%s%s", "0123456789abcdef", "0123456789abcdef", "0123456789abcdef",
          "0123456789abcdef"); /* too long */
    char a[60], b[60];
    int want = snprintf(a, 60, "|%8ls|%.3ls|%lc|", L"\xe4\x4e00", L"\xe4\xe4", 0x431);
    int got = t_snprintf(b, 60, "|%8ls|%.3ls|%lc|", L"\xe4\x4e00", L"\xe4\xe4", 0x431);
    CHECK(want == got && !strcmp(a, b), "%s, not %s", b, a);
    CHECK(t_snprintf(b, 60, "%lc", 0xd800) == -1, "no character");
}

static void scanning(void)
{
    wchar_t w[20] = L"", *made = NULL;
    char s[20];
    int n;

    CHECK(t_swscanf(L"\xe4\x4e00 12 x", L"%ls %d%s", w, &n, s) == 3 && !wcscmp(w, L"\xe4\x4e00") &&
              n == 12 && !strcmp(s, "x"),
          "%ls %d %s", w, n, s);
    CHECK(t_sscanf("\xc3\xa4\xc3\xb6\xc3\xbc", "%2lc%mls", w, &made) == 2 && w[0] == 0xe4 &&
              w[1] == 0xf6 && made[0] == 0xfc && made[1] == 0,
          "%ls", w);
    t_free(made);
    CHECK(t_sscanf("\xc3(", "%ls", w) == EOF, "no character");
}

/* In "C" each byte is a character. */
static void bytes(void)
{
    struct t_state state = {0};

    t___locale_is_utf8 = false;
    wchar_t c;
    CHECK(t_mbrtowc(&c, "\xe4", 1, &state) == 1 && c == 0xe4, "%x", c);
    char b[4];
    CHECK(t_wcrtomb(b, 0xe4, NULL) == 1 && b[0] == '\xe4', "%x", b[0]);
    CHECK(t_wcrtomb(b, 0x431, NULL) == (size_t)-1, "beyond the bytes");
}

int main(void)
{
    if (!setlocale(LC_ALL, "C.UTF-8") && !setlocale(LC_ALL, "C.utf8"))
        return puts("wide: ok") < 0; /* a host without it */
    t___locale_is_utf8 = true;
    decoding();
    strings_of_bytes();
    classes();
    strings();
    numbers();
    printing();
    scanning();
    bytes();
    return verdict("wide");
}
