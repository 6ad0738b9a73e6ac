/* The conversions of integers and strings. */
#include "format.h"

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "arguments.h"
#include "store.h"

#define DIGITS_MAX 24 /* 2^64 in octal */

static enum type integer_type(char length)
{
    return length == 'H' || length == 'h' || length == 0 ? INT : LONG; /* others have 64 bits */
}

static int64_t signed_arg(const struct spec *spec, struct args *args)
{
    int64_t n = take(args, spec->which, integer_type(spec->length)).n;

    return spec->length == 'H' ? (signed char)n : spec->length == 'h' ? (short)n : n;
}

static uint64_t unsigned_arg(const struct spec *spec, struct args *args)
{
    int64_t n = take(args, spec->which, integer_type(spec->length)).n;

    switch (spec->length) {
    case 'H':
        return (unsigned char)n;
    case 'h':
        return (unsigned short)n;
    case 0:
        return (unsigned)n;
    }
    return n;
}

static char *to_base(char *end, uint64_t n, unsigned base, bool capital)
{
    const char *digits = capital ? "0123456789ABCDEF" : "0123456789abcdef";

    if (base == 10) {
        for (; n; n /= 10)
            *--end = '0' + n % 10;
        return end;
    }
    for (; n; n /= base)
        *--end = digits[n % base];
    return end;
}

static void format_integer(struct sink *s, struct spec *spec, uint64_t n, unsigned base,
                           const char *prefix)
{
    char buf[DIGITS_MAX], *end = buf + sizeof(buf);
    char *text = to_base(end, n, base, spec->conv == 'X');
    struct piece p = {.prefix = prefix, .prefix_len = strlen(prefix), .text = text};
    size_t least = spec->precision < 0 ? 1 : spec->precision;

    p.text_len = end - text;
    if (p.text_len < least)
        p.zeros_before = least - p.text_len;
    else if (base == 8 && spec->alt)
        p.zeros_before = 1;
    if (base == 8 && spec->alt && n == 0 && least == 0)
        p.zeros_before = 1;
    if (spec->precision >= 0)
        spec->zero = false;
    __format_piece(s, spec, &p);
}

static void format_signed(struct sink *s, struct spec *spec, int64_t n)
{
    const char *sign = n < 0 ? "-" : spec->plus ? "+" : spec->space ? " " : "";

    format_integer(s, spec, n < 0 ? -(uint64_t)n : (uint64_t)n, 10, sign);
}

static void format_text(struct sink *s, struct spec *spec, const char *text, size_t n)
{
    struct piece p = {.text = text, .text_len = n};

    spec->zero = false;
    __format_piece(s, spec, &p);
}

/* A precision counts characters if the sink is wide. */
static void format_string(struct sink *s, struct spec *spec, const char *text)
{
    size_t n = 0, left = spec->precision < 0 ? SIZE_MAX : (size_t)spec->precision;

    if (!text)
        text = "(null)";
    if (!s->wide) {
        format_text(s, spec, text, spec->precision < 0 ? strlen(text) : strnlen(text, left));
        return;
    }
    while (text[n] && (((unsigned char)text[n] & 0xc0) == 0x80 || left-- > 0))
        n++;
    format_text(s, spec, text, n);
}

static void convert_double(struct sink *s, struct spec *spec, struct args *args)
{
    bool is_long = spec->length == 'L';
    union value v = take(args, spec->which, is_long ? LONG_DOUBLE : DOUBLE);

    if (!args->collects)
        __format_double(s, spec, v.x);
}

/* %lc and %ls: precision bytes at most, and no part of a character. */
static int format_wide(struct sink *s, struct spec *spec, bool is_char, int64_t value)
{
    wchar_t one[2] = {value, 0};
    const wchar_t *text = is_char ? one : (const wchar_t *)(uintptr_t)value;
    size_t n = 0, len, most = spec->precision < 0 || is_char ? SIZE_MAX : (size_t)spec->precision;
    mbstate_t state = {0};

    if (!text)
        text = L"(null)";
    char bytes[MB_LEN_MAX];
    for (size_t i = 0; i == 0 ? is_char || text[0] : text[i] != 0; i++) {
        if ((len = wcrtomb(bytes, text[i], &state)) == (size_t)-1)
            return -1;
        if ((s->wide ? i + 1 : n + len) > most)
            break;
        n += len;
    }
    char *all = malloc(n + MB_LEN_MAX);
    if (!all)
        return -1;
    for (size_t i = 0, at = 0; at < n; i++)
        at += wcrtomb(all + at, text[i], &state);
    format_text(s, spec, all, n);
    free(all);
    return 0;
}

/* Text: %c %s %m, and the wide ones; -1 for an error. */
static int convert_text(struct sink *s, struct spec *spec, struct args *args)
{
    if (spec->conv == 'm') {
        if (!args->collects)
            format_string(s, spec, strerror(errno));
        return 0;
    }
    bool is_char = spec->conv == 'c' || spec->conv == 'C';
    bool is_wide = spec->length == 'l' || spec->conv == 'C' || spec->conv == 'S';
    union value v = take(args, spec->which, is_char ? INT : LONG);
    if (args->collects)
        return 0;
    if (is_wide)
        return format_wide(s, spec, is_char, v.n);
    char c = v.n;
    if (is_char)
        format_text(s, spec, &c, 1);
    else
        format_string(s, spec, (const char *)(uintptr_t)v.n);
    return 0;
}

static void convert_unsigned(struct sink *s, struct spec *spec, struct args *args)
{
    uint64_t n =
        spec->conv == 'p' ? (uintptr_t)take_pointer(args, spec->which) : unsigned_arg(spec, args);
    unsigned base = spec->conv == 'u' ? 10 : spec->conv == 'o' ? 8 : 16;
    const char *prefix = "";

    if (spec->conv == 'p' || (spec->alt && n && spec->conv == 'x'))
        prefix = "0x";
    else if (spec->alt && n && spec->conv == 'X')
        prefix = "0X";
    if (!args->collects)
        format_integer(s, spec, n, base, prefix);
}

int __format_convert(struct sink *s, struct spec *spec, struct args *args)
{
    if (spec->conv && strchr("aAeEfFgG", spec->conv)) {
        convert_double(s, spec, args);
        return 0;
    }
    if (spec->conv && strchr("csmCS", spec->conv))
        return convert_text(s, spec, args);
    void *to;
    int64_t n;
    switch (spec->conv) {
    case 'd':
    case 'i':
        n = signed_arg(spec, args);
        if (!args->collects)
            format_signed(s, spec, n);
        return 0;
    case 'u':
    case 'o':
    case 'x':
    case 'X':
    case 'p':
        convert_unsigned(s, spec, args);
        return 0;
    case 'n':
        to = take_pointer(args, spec->which);
        if (!args->collects)
            store_integer(spec->length, to, s->total);
        return 0;
    case '%':
        if (!args->collects)
            __format_put(s, "%", 1);
        return 0;
    }
    errno = EINVAL;
    return -1;
}
