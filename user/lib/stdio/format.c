/* Reading a format, and the conversions of integers and strings. */
#include "format.h"

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <string.h>

#define DIGITS_MAX 24 /* 2^64 in octal */

/* va_list may be an array type, whose address a function's parameter does not have. */
struct args {
    va_list ap;
};

static void put(struct sink *s, const char *text, size_t n)
{
    s->put(s, text, n);
    s->total += n;
}

static void put_many(struct sink *s, char c, size_t n)
{
    char run[32];

    memset(run, c, sizeof(run));
    for (; n > sizeof(run); n -= sizeof(run))
        put(s, run, sizeof(run));
    put(s, run, n);
}

void __format_piece(struct sink *s, const struct spec *spec, struct piece *p)
{
    size_t n = p->prefix_len + p->zeros_before + p->text_len + p->zeros_after + p->suffix_len;
    size_t pad = spec->width > 0 && (size_t)spec->width > n ? spec->width - n : 0;

    if (spec->zero) {
        p->zeros_before += pad;
        pad = 0;
    }
    if (!spec->left)
        put_many(s, ' ', pad);
    put(s, p->prefix, p->prefix_len);
    put_many(s, '0', p->zeros_before);
    put(s, p->text, p->text_len);
    put_many(s, '0', p->zeros_after);
    put(s, p->suffix, p->suffix_len);
    if (spec->left)
        put_many(s, ' ', pad);
}

static int parse_number(const char **fmt)
{
    int n = 0;

    for (; **fmt >= '0' && **fmt <= '9'; (*fmt)++)
        if (__builtin_mul_overflow(n, 10, &n) || __builtin_add_overflow(n, **fmt - '0', &n))
            return -1;
    return n;
}

static const char *parse_flags(const char *fmt, struct spec *spec)
{
    for (;; fmt++) {
        switch (*fmt) {
        case '-':
            spec->left = true;
            break;
        case '+':
            spec->plus = true;
            break;
        case ' ':
            spec->space = true;
            break;
        case '#':
            spec->alt = true;
            break;
        case '0':
            spec->zero = true;
            break;
        default:
            return fmt;
        }
    }
}

/* From after the % to after the conversion; NULL if a number is too large. */
static const char *parse(const char *fmt, struct spec *spec, struct args *args)
{
    memset(spec, 0, sizeof(*spec));
    spec->precision = -1;
    fmt = parse_flags(fmt, spec);
    if (*fmt == '*') {
        fmt++;
        spec->width = va_arg(args->ap, int);
        if (spec->width < 0) {
            spec->left = true;
            spec->width = spec->width == INT_MIN ? -1 : -spec->width;
        }
    } else {
        spec->width = parse_number(&fmt);
    }
    if (*fmt == '.') {
        fmt++;
        if (*fmt == '*') {
            fmt++;
            spec->precision = va_arg(args->ap, int);
        } else if ((spec->precision = parse_number(&fmt)) < 0) {
            return NULL;
        }
    }
    if (*fmt && strchr("hljztL", *fmt)) {
        spec->length = *fmt++;
        if ((spec->length == 'h' || spec->length == 'l') && *fmt == spec->length) {
            spec->length = spec->length == 'h' ? 'H' : 'q';
            fmt++;
        }
    }
    if (spec->left)
        spec->zero = false;
    spec->conv = *fmt;
    return spec->width < 0 ? NULL : fmt + 1;
}

static int64_t signed_arg(char length, struct args *args)
{
    switch (length) {
    case 'H':
        return (signed char)va_arg(args->ap, int);
    case 'h':
        return (short)va_arg(args->ap, int);
    case 0:
        return va_arg(args->ap, int);
    }
    return va_arg(args->ap, int64_t); /* every other length has 64 bits */
}

static uint64_t unsigned_arg(char length, struct args *args)
{
    switch (length) {
    case 'H':
        return (unsigned char)va_arg(args->ap, unsigned);
    case 'h':
        return (unsigned short)va_arg(args->ap, unsigned);
    case 0:
        return va_arg(args->ap, unsigned);
    }
    return va_arg(args->ap, uint64_t);
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

static void format_string(struct sink *s, struct spec *spec, const char *text)
{
    if (!text)
        text = "(null)";
    format_text(s, spec, text, spec->precision < 0 ? strlen(text) : strnlen(text, spec->precision));
}

/* One conversion; -1 for an unknown one. */
static int convert(struct sink *s, struct spec *spec, struct args *args)
{
    uint64_t n;
    char c;

    switch (spec->conv) {
    case 'd':
    case 'i':
        format_signed(s, spec, signed_arg(spec->length, args));
        return 0;
    case 'u':
        format_integer(s, spec, unsigned_arg(spec->length, args), 10, "");
        return 0;
    case 'o':
        format_integer(s, spec, unsigned_arg(spec->length, args), 8, "");
        return 0;
    case 'x':
    case 'X':
        n = unsigned_arg(spec->length, args);
        format_integer(s, spec, n, 16, !spec->alt || !n ? "" : spec->conv == 'x' ? "0x" : "0X");
        return 0;
    case 'p':
        format_integer(s, spec, (uintptr_t)va_arg(args->ap, void *), 16, "0x");
        return 0;
    case 'c':
        c = va_arg(args->ap, int);
        format_text(s, spec, &c, 1);
        return 0;
    case 's':
        format_string(s, spec, va_arg(args->ap, const char *));
        return 0;
    case 'm':
        format_string(s, spec, strerror(errno));
        return 0;
    case '%':
        put(s, "%", 1);
        return 0;
    case 'a':
    case 'A':
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
        if (spec->length == 'L')
            __format_double(s, spec, va_arg(args->ap, long double));
        else
            __format_double(s, spec, va_arg(args->ap, double));
        return 0;
    }
    return -1;
}

int __format(struct sink *s, const char *fmt, va_list ap)
{
    int error = 0;

    struct args args;
    va_copy(args.ap, ap);
    struct spec spec;
    while (!error && *fmt) {
        const char *percent = strchrnul(fmt, '%');

        put(s, fmt, percent - fmt);
        fmt = percent;
        if (*fmt != '%')
            break;
        fmt = parse(fmt + 1, &spec, &args);
        if (!fmt)
            error = EOVERFLOW;
        else if (convert(s, &spec, &args) < 0)
            error = EINVAL;
        if (!error && s->total > INT_MAX)
            error = EOVERFLOW;
    }
    va_end(args.ap);
    if (s->total > INT_MAX)
        error = EOVERFLOW;
    if (!error)
        return s->total;
    errno = error;
    return -1;
}
