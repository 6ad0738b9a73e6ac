/*
 * Floating-point numbers from text, correctly rounded (to nearest, ties to even).
 *
 * The text is D * 10^E with an integer D.  Where D has at most 53 bits and E is small, one
 * multiplication or division of exact doubles rounds once, and that is the answer (Clinger, "How
 * to read floating point numbers accurately", 1990).
 *
 * Otherwise the first DIGITS_NEAR digits are multiplied by powers of ten in 128 bits, and how far
 * that may be below the value is counted.  Nearly always this gives the value's first 64 bits, and
 * shows that there are more; rounding needs only that.  If not, the value is close to a number of
 * 64 bits, or equal to it.  Then a comparison of D * 10^E with that number decides: as big
 * integers, once the powers of two and of five are on the sides where they multiply.
 *
 * For that D is cut after DIGITS_MAX digits; a nonzero rest becomes one more digit 1.  That cannot
 * change the result: no number halfway between two doubles has so many digits.  So the work grows
 * with the length of the text, and the big integers do not.
 *
 * Hexadecimal numbers take the same last step from their first 64 bits.
 */
#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "../string/search.h"

#define DIGITS_NEAR 38 /* less than 2^127 */
#define DIGITS_ONCE 19 /* less than 2^64 */
#define DIGITS_MAX  800
#define LIMBS_MAX   44        /* 2816 bits: D has 2661, 64 bits times 5^1127 have 2681 */
#define TEN_MAX     310       /* 0.1e310 and more is infinite, in every format */
#define TEN_MIN     (-326)    /* 1e-326 and less is 0 */
#define EXP_LIMIT   100000000 /* exponents are clamped here: no text has digits for more */

/* A binary format: bits of the significand, exponent of the smallest number's last bit. */
struct format {
    int bits, least, most;
};

static const struct format double_format = {53, -1074, 1023};
static const struct format float_format = {24, -149, 127};

typedef unsigned __int128 wide;

/* ---- big integers, lowest limb first ---- */

struct big {
    int n;
    uint64_t limb[LIMBS_MAX];
};

static void big_muladd(struct big *x, uint64_t factor, uint64_t add)
{
    for (int i = 0; i < x->n; i++) {
        wide product = (wide)x->limb[i] * factor + add;

        x->limb[i] = product;
        add = product >> 64;
    }
    if (add)
        x->limb[x->n++] = add;
}

static void big_mul_pow5(struct big *x, int times)
{
    uint64_t rest = 1;

    for (; times >= 27; times -= 27)
        big_muladd(x, 7450580596923828125, 0);
    for (; times > 0; times--)
        rest *= 5;
    big_muladd(x, rest, 0);
}

static void big_shift(struct big *x, int bits)
{
    int limbs = bits / 64;

    if (bits <= 0)
        return;
    big_muladd(x, 1ull << (bits % 64), 0);
    memmove(x->limb + limbs, x->limb, x->n * sizeof(*x->limb));
    memset(x->limb, 0, limbs * sizeof(*x->limb));
    x->n += limbs;
}

static int big_compare(const struct big *x, const struct big *y)
{
    if (x->n != y->n)
        return x->n - y->n;
    for (int i = x->n - 1; i >= 0; i--)
        if (x->limb[i] != y->limb[i])
            return x->limb[i] < y->limb[i] ? -1 : 1;
    return 0;
}

/* ---- rounding ---- */

/*
 * The number (m + something in (0, 1) if more) * 2^e, rounded to the format.  m has its top bit
 * set.  ERANGE for too large, and for too small to be exact.
 */
static double assemble(uint64_t m, bool more, int e, const struct format *f)
{
    int drop = 64 - f->bits, top = e + 63;

    if (e + drop < f->least)
        drop = f->least - e;
    if (drop > 64) {
        errno = ERANGE; /* below half of the smallest */
        return 0;
    }
    uint64_t half = 1ull << (drop - 1);
    uint64_t rest = drop == 64 ? m : m & (2 * half - 1);
    uint64_t bits = drop == 64 ? 0 : m >> drop;
    if (rest > half || (rest == half && (more || (bits & 1))))
        bits++;
    if (64 - drop < f->bits && (rest || more))
        errno = ERANGE;
    if (bits >> f->bits)
        top++;
    if (top > f->most) {
        errno = ERANGE;
        return __builtin_huge_val();
    }
    /* Exact: bits has at most 53 bits; two steps, for 2^-1074 is not a normal number. */
    e += drop;
    for (double scale = e < 0 ? 0.5 : 2, x = bits;; scale *= scale, e /= 2) {
        if (e == 0)
            return x;
        if (e % 2)
            x *= scale;
    }
}

/* ---- decimal ---- */

struct decimal {
    const char *first, *end; /* digits, perhaps with a point among them, no zeros in front */
    long ndigits;            /* of them */
    long point;              /* the value is 0.digits * 10^point */
};

/* At most 15 digits and a power of ten that is a double: true and the result. */
static bool decimal_quick(const struct decimal *d, double *x)
{
    static const double ten[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                 1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    long e = d->point - d->ndigits;
    uint64_t m = 0;

    if (d->ndigits > 15 || e < -22 || e > 22)
        return false;
    for (const char *p = d->first; p < d->end; p++)
        if (*p != '.')
            m = 10 * m + (*p - '0');
    *x = e < 0 ? m / ten[-e] : m * ten[e];
    return true;
}

/* Whether the eight bytes of v, digits with perhaps a point among them, have none. */
static bool are_digits(uint64_t v)
{
    return (v & 0xf0f0f0f0f0f0f0f0) == 0x3030303030303030;
}

/* The number of eight digits, the first one in the lowest byte: neighbours are joined to numbers of
 * two digits, these to numbers of four, and those to one. */
static uint64_t join_digits(uint64_t v)
{
    v = (v & 0x0f0f0f0f0f0f0f0f) * (10 << 8 | 1) >> 8;
    v = (v & 0x00ff00ff00ff00ff) * (100 << 16 | 1) >> 16;
    return (v & 0x0000ffff0000ffff) * (10000ull << 32 | 1) >> 32;
}

/* The next digits, up to `most`; *scale becomes 10 to their number, and *n grows by it. */
static uint64_t take_digits(const char **p, const char *end, int most, uint64_t *scale, int *n)
{
    const char *at = *p;
    uint64_t m = 0, ten = 1;
    int left = most;

    while (at < end && left > 0) {
        uint64_t eight;

        if (left >= 8 && end - at >= 8) {
            __builtin_memcpy(&eight, at, 8);
            if (are_digits(eight)) {
                m = 100000000 * m + join_digits(eight);
                ten *= 100000000;
                left -= 8;
                at += 8;
                continue;
            }
        }
        if (*at++ == '.')
            continue;
        m = 10 * m + (at[-1] - '0');
        ten *= 10;
        left--;
    }
    *p = at;
    *scale = ten;
    *n += most - left;
    return m;
}

static bool only_zeros(const char *p, const char *end)
{
    while (p < end && (*p == '0' || *p == '.'))
        p++;
    return p == end;
}

/* Compares the number with m * 2^e. */
static int decimal_compare(const struct decimal *d, uint64_t m, int e)
{
    struct big x = {0}, y = {1, {m}};
    const char *p = d->first;
    int n = 0;

    while (p < d->end && n < DIGITS_MAX) {
        uint64_t scale, part = take_digits(&p, d->end, DIGITS_ONCE, &scale, &n);

        big_muladd(&x, scale, part);
    }
    if (!only_zeros(p, d->end)) {
        big_muladd(&x, 10, 1);
        n++;
    }
    int ten = (int)d->point - n;
    big_mul_pow5(&x, ten);
    big_mul_pow5(&y, -ten);
    big_shift(&x, ten - e);
    big_shift(&y, e - ten);
    return big_compare(&x, &y);
}

/* x * y / 2^128, without its fraction */
static wide multiply(wide x, wide y)
{
    uint64_t x1 = x >> 64, x0 = x, y1 = y >> 64, y0 = y;
    wide a = (wide)x1 * y0 + ((wide)x0 * y0 >> 64), b = (wide)x0 * y1 + (uint64_t)a;

    return (wide)x1 * y1 + (a >> 64) + (b >> 64);
}

/* 10^(2^k) and 10^-(2^k), their first 128 bits; the first of these is 2^floor(log2). */
static const uint64_t powers_of_ten[][2][2] = {
    {{0xa000000000000000, 0x0000000000000000}, {0xcccccccccccccccc, 0xcccccccccccccccc}},
    {{0xc800000000000000, 0x0000000000000000}, {0xa3d70a3d70a3d70a, 0x3d70a3d70a3d70a3}},
    {{0x9c40000000000000, 0x0000000000000000}, {0xd1b71758e219652b, 0xd3c36113404ea4a8}},
    {{0xbebc200000000000, 0x0000000000000000}, {0xabcc77118461cefc, 0xfdc20d2b36ba7c3d}},
    {{0x8e1bc9bf04000000, 0x0000000000000000}, {0xe69594bec44de15b, 0x4c2ebe687989a9b3}},
    {{0x9dc5ada82b70b59d, 0xf020000000000000}, {0xcfb11ead453994ba, 0x67de18eda5814af2}},
    {{0xc2781f49ffcfa6d5, 0x3cbf6b71c76b25fb}, {0xa87fea27a539e9a5, 0x3f2398d747b36224}},
    {{0x93ba47c980e98cdf, 0xc66f336c36b10137}, {0xddd0467c64bce4a0, 0xac7cb3f6d05ddbde}},
    {{0xaa7eebfb9df9de8d, 0xddbb901b98feeab7}, {0xc0314325637a1939, 0xfa911155fefb5308}},
};

static int floor_log2_of_ten_to(int n)
{
    return n * 217706 >> 16; /* right for |n| <= 512 */
}

/* A number in [x, x + error] * 2^e; x has its top bit set. */
struct near {
    wide x;
    uint64_t error;
    int e;
};

static void near_normalize(struct near *v)
{
    uint64_t high = v->x >> 64;
    int shift = high ? __builtin_clzll(high) : 64 + __builtin_clzll((uint64_t)v->x);

    v->x <<= shift;
    v->error <<= shift & 63; /* there is none yet where the shift is as long */
    v->e -= shift;
}

static void near_mul_ten(struct near *v, int times)
{
    unsigned bits = times < 0 ? -times : times;

    for (int k = 0; bits >> k; k++) {
        if (!(bits >> k & 1))
            continue;
        const uint64_t *ten = powers_of_ten[k][times < 0];
        int power = times < 0 ? -(1 << k) : 1 << k;

        /* Less than 1 each: what is cut from ten, times x; the product of both errors; the cut. */
        v->x = multiply(v->x, (wide)ten[0] << 64 | ten[1]);
        v->error += 3;
        v->e += floor_log2_of_ten_to(power) + 1;
        near_normalize(v);
    }
}

static double decimal_convert(const struct decimal *d, const struct format *f)
{
    if (d->ndigits == 0)
        return 0;
    double quick;
    if (f->bits == 53 && decimal_quick(d, &quick))
        return quick;
    if (d->point > TEN_MAX || d->point < TEN_MIN) {
        errno = ERANGE;
        return d->point > 0 ? __builtin_huge_val() : 0;
    }
    const char *p = d->first;
    int n = 0;
    uint64_t scale;
    struct near v = {take_digits(&p, d->end, DIGITS_ONCE, &scale, &n), 0, 0};
    uint64_t low = take_digits(&p, d->end, DIGITS_NEAR - DIGITS_ONCE, &scale, &n);
    v.x = v.x * scale + low;
    v.error = !only_zeros(p, d->end);
    near_normalize(&v);
    near_mul_ten(&v, (int)d->point - n);

    uint64_t m = v.x >> 64, rest = v.x;
    int e = v.e + 64;
    if (v.error == 0 || (rest > 0 && rest + v.error > rest))
        return assemble(m, rest > 0, e, f);
    /* The value is m or a little more; or it is near m + 1, perhaps beyond. */
    if (rest > 0 && ++m == 0) {
        m = 1ull << 63;
        e++;
    }
    int beyond = decimal_compare(d, m, e);
    if (beyond >= 0)
        return assemble(m, beyond > 0, e, f);
    return assemble(v.x >> 64, true, v.e + 64, f);
}

/* ---- reading ---- */

/* Where the digits from s on end. */
static const char *skip_digits(const char *s, bool hex)
{
    if (!hex)
        return __search_outside(s, '0', '9');
    while (isxdigit((unsigned char)*s))
        s++;
    return s;
}

/* Digits with a point among them from s on; NULL if there is no digit. */
static const char *find_digits(const char *s, bool hex, struct decimal *d)
{
    const char *first = s, *point = NULL;

    s = skip_digits(s, hex);
    if (*s == '.') {
        point = s;
        s = skip_digits(s + 1, hex);
    }
    if (s == first + (point ? 1 : 0))
        return NULL;
    while (first < s && (*first == '0' || first == point))
        first++;
    bool whole = point && first < point; /* and a fraction */
    d->first = first;
    d->end = s;
    d->ndigits = s - first - whole;
    d->point = !point ? s - first : whole ? point - first : point + 1 - first;
    return s;
}

/* An exponent after the letter; moves *s past it if it is one. */
static int find_exponent(const char **s, char letter)
{
    const char *p = *s;
    int e = 0;

    if ((*p | 32) != letter)
        return 0;
    p++;
    bool negative = *p == '-';
    if (*p == '-' || *p == '+')
        p++;
    if (!isdigit((unsigned char)*p))
        return 0;
    for (; isdigit((unsigned char)*p); p++)
        if (e < EXP_LIMIT)
            e = 10 * e + (*p - '0');
    *s = p;
    return negative ? -e : e;
}

static double hex_convert(const struct decimal *d, long e, const struct format *f)
{
    uint64_t m = 0;
    bool more = false;
    int n = 0;

    for (const char *p = d->first; p < d->end; p++) {
        int c = (unsigned char)*p;

        if (c == '.')
            continue;
        c = isdigit(c) ? c - '0' : (c | 32) - 'a' + 10;
        if (n < 16) {
            m = m << 4 | c;
            n++;
        } else {
            more |= c != 0;
        }
    }
    if (m == 0)
        return 0;
    e += 4 * (d->point - n) - __builtin_clzll(m);
    m <<= __builtin_clzll(m);
    if (e > EXP_LIMIT)
        e = EXP_LIMIT;
    if (e < -EXP_LIMIT)
        e = -EXP_LIMIT;
    return assemble(m, more, e, f);
}

/* "nan(chars)": the part in parentheses changes nothing. */
static const char *nan_end(const char *s)
{
    const char *p = s;

    if (*p != '(')
        return s;
    for (p++; isalnum((unsigned char)*p) || *p == '_'; p++)
        ;
    return *p == ')' ? p + 1 : s;
}

/* A number without its sign; s itself in *end if there is none. */
static double parse(const char *s, const char **end, const struct format *f)
{
    *end = s;
    if ((*s | 32) == 'i' && strncasecmp(s, "inf", 3) == 0) {
        *end = s + (strncasecmp(s, "infinity", 8) == 0 ? 8 : 3);
        return __builtin_huge_val();
    }
    if ((*s | 32) == 'n' && strncasecmp(s, "nan", 3) == 0) {
        *end = nan_end(s + 3);
        return __builtin_nan("");
    }
    struct decimal d;
    const char *p;
    int e;
    if (*s == '0' && (s[1] | 32) == 'x' && (p = find_digits(s + 2, true, &d))) {
        e = find_exponent(&p, 'p');
        *end = p;
        return hex_convert(&d, e, f);
    }
    p = find_digits(s, false, &d);
    if (!p)
        return 0;
    d.point += find_exponent(&p, 'e');
    *end = p;
    return decimal_convert(&d, f);
}

static double convert(const char *s, char **end, const struct format *f)
{
    const char *start = s;

    while (isspace((unsigned char)*s))
        s++;
    bool negative = *s == '-';
    if (*s == '-' || *s == '+')
        s++;
    const char *stop;
    double x = parse(s, &stop, f);
    if (end)
        *end = (char *)(stop == s ? start : stop);
    return negative && stop != s ? -x : x;
}

double strtod(const char *s, char **end)
{
    return convert(s, end, &double_format);
}

float strtof(const char *s, char **end)
{
    return convert(s, end, &float_format);
}

long double strtold(const char *s, char **end)
{
    return convert(s, end, &double_format);
}

double atof(const char *s)
{
    return strtod(s, NULL);
}
