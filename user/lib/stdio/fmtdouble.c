/* %e %f %g %a: laying out the exact digits of decimal.c. */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "decimal.h"
#include "format.h"

#define PRECISION 6
#define TEXT_MAX  (DECIMAL_MAX + 400) /* and the zeros between 0. and the first digit, or 309 */
#define EXP_MAX   8

/* Appends n digits from index on; zeros where the number has none. */
static char *copy_digits(char *to, const struct decimal *d, int index, int n)
{
    for (; n > 0; n--, index++)
        *to++ = index >= 0 && index < d->n ? d->digits[index] : '0';
    return to;
}

/* "e+05", "p-1074": with at least `least` digits. */
static size_t exponent(char *to, char letter, int e, int least)
{
    char *start = to;
    unsigned size = e < 0 ? -e : e, scale = 1;

    for (; size / scale >= 10 || least > 1; least--)
        scale *= 10;
    *to++ = letter;
    *to++ = e < 0 ? '-' : '+';
    for (; scale > 0; scale /= 10)
        *to++ = '0' + size / scale % 10;
    return to - start;
}

/* d.ddd: precision digits after the point, those beyond the last real one as zeros_after. */
static char *layout_e(char *to, const struct decimal *d, long precision, bool alt, struct piece *p)
{
    int real = d->n > 1 ? d->n - 1 : 0;

    if (real > precision)
        real = precision;
    to = copy_digits(to, d, 0, 1);
    if (precision > 0 || alt)
        *to++ = '.';
    to = copy_digits(to, d, 1, real);
    p->zeros_after = precision - real;
    return to;
}

/* ddd.ddd */
static char *layout_f(char *to, const struct decimal *d, long precision, bool alt, struct piece *p)
{
    int whole = d->n && d->point > 0 ? d->point : 0;
    int real = d->n > d->point ? d->n - d->point : 0;

    if (!d->n)
        real = 0;
    if (real > precision)
        real = precision;
    if (whole)
        to = copy_digits(to, d, 0, whole);
    else
        *to++ = '0';
    if (precision > 0 || alt)
        *to++ = '.';
    to = copy_digits(to, d, d->point, real);
    p->zeros_after = precision - real;
    return to;
}

static void format_decimal(struct sink *s, struct spec *spec, struct piece *p, double x)
{
    char style = spec->conv | 32, capital = spec->conv & 32;
    long precision = spec->precision < 0 ? PRECISION : spec->precision; /* %g adds to INT_MAX */
    bool shortest = style == 'g' && !spec->alt;
    struct decimal d;

    __decimal_from(&d, x);
    int e;
    if (style == 'g') {
        if (precision == 0)
            precision = 1;
        __decimal_round(&d, precision);
        e = d.n ? d.point - 1 : 0;
        style = e < -4 || e >= precision ? 'e' : 'f';
        precision -= style == 'e' ? 1 : e + 1;
        if (shortest) {
            int real = style == 'e' ? d.n - 1 : d.n - d.point;

            precision = !d.n || real < 0 ? 0 : real < precision ? real : precision;
        }
    } else if (style == 'e') {
        __decimal_round(&d, precision < DECIMAL_MAX ? precision + 1 : DECIMAL_MAX);
    } else if (precision < 2 * DECIMAL_MAX) {
        __decimal_round(&d, d.point + precision);
    }

    e = d.n ? d.point - 1 : 0;
    char text[TEXT_MAX], suffix[EXP_MAX], *end;
    if (style == 'e') {
        end = layout_e(text, &d, precision, spec->alt, p);
        p->suffix = suffix;
        p->suffix_len = exponent(suffix, capital ? 'e' : 'E', e, 2);
    } else {
        end = layout_f(text, &d, precision, spec->alt, p);
    }
    p->text = text;
    p->text_len = end - text;
    __format_piece(s, spec, p);
}

/* %a: 1.hhh times a power of two; a subnormal number has 0.hhh and the least exponent. */
static void format_hex(struct sink *s, struct spec *spec, struct piece *p, double x)
{
    const char *hex = spec->conv == 'a' ? "0123456789abcdef" : "0123456789ABCDEF";
    char text[20], *to = text;
    int digits = 13;
    uint64_t bits;

    memcpy(&bits, &x, sizeof(bits));
    uint64_t m = bits & 0xfffffffffffffu;
    int e = bits >> 52 & 0x7ff;
    if (e)
        m |= 1ull << 52;
    e = e ? e - 1023 : m ? -1022 : 0;
    if (spec->precision >= 0 && spec->precision < digits) {
        uint64_t unit = 1ull << 4 * (digits - spec->precision), rest = m & (unit - 1);

        m -= rest;
        if (rest > unit / 2 || (rest == unit / 2 && (m & unit)))
            m += unit;
        digits = spec->precision;
    }
    if (spec->precision < 0)
        while (digits > 0 && !(m >> (52 - 4 * digits) & 15))
            digits--;
    *to++ = '0' + (m >> 52);
    if (digits || spec->precision > 0 || spec->alt)
        *to++ = '.';
    for (int i = 1; i <= digits; i++)
        *to++ = hex[m >> (52 - 4 * i) & 15];

    char prefix[4];
    memcpy(prefix, p->prefix, p->prefix_len);
    memcpy(prefix + p->prefix_len, spec->conv == 'a' ? "0x" : "0X", 2);
    p->prefix = prefix;
    p->prefix_len += 2;
    p->text = text;
    p->text_len = to - text;
    if (spec->precision > digits)
        p->zeros_after = spec->precision - digits;
    char suffix[EXP_MAX];
    p->suffix = suffix;
    p->suffix_len = exponent(suffix, spec->conv == 'a' ? 'p' : 'P', e, 1);
    __format_piece(s, spec, p);
}

void __format_double(struct sink *s, struct spec *spec, double x)
{
    const char *sign = signbit(x) ? "-" : spec->plus ? "+" : spec->space ? " " : "";
    struct piece p = {.prefix = sign, .prefix_len = strlen(sign)};
    bool small = spec->conv & 32;

    if (!isfinite(x)) {
        p.text = isnan(x) ? (small ? "nan" : "NAN") : (small ? "inf" : "INF");
        p.text_len = 3;
        spec->zero = false;
        __format_piece(s, spec, &p);
    } else if ((spec->conv | 32) == 'a') {
        format_hex(s, spec, &p, x);
    } else {
        format_decimal(s, spec, &p, x);
    }
}
