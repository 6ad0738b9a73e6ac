/*
 * Floating-point numbers from text, correctly rounded (to nearest, ties to even).
 *
 * The text is D * 10^E with an integer D.  Where D has at most 53 bits and E is small, one
 * multiplication or division of exact doubles rounds once, and that is the answer (Clinger, "How
 * to read floating point numbers accurately", 1990).  Otherwise D * 10^E is the quotient of two
 * big integers times a power of two; it is scaled to lie in [1, 2), and long division yields its
 * bits one by one: as many as the result has, one to round by, and whether anything is left.
 *
 * D is cut after DIGITS_MAX digits; a nonzero rest becomes one more digit 1.  That cannot change
 * the result: no number halfway between two doubles has so many digits.
 *
 * Hexadecimal numbers take the same last step from their first 64 bits.
 */
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define DIGITS_MAX 800
#define LIMBS_MAX  200    /* 6400 bits: 5^1130 (2624), shifted up to the 2660 bits of D, and room */
#define TEN_MAX    310    /* 0.1e310 and more is infinite, in every format */
#define TEN_MIN    (-326) /* 1e-326 and less is 0 */
#define EXP_LIMIT  100000 /* exponents are clamped here, far outside the range */

/* A binary format: bits of the significand, exponent of the smallest number's last bit. */
struct format {
    int bits, least, most;
};

static const struct format double_format = {53, -1074, 1023};
static const struct format float_format = {24, -149, 127};

/* ---- big integers, lowest limb first ---- */

struct big {
    int n;
    uint32_t limb[LIMBS_MAX];
};

static void big_muladd(struct big *x, uint32_t factor, uint32_t add)
{
    uint64_t carry = add;

    for (int i = 0; i < x->n; i++) {
        carry += (uint64_t)x->limb[i] * factor;
        x->limb[i] = carry;
        carry >>= 32;
    }
    if (carry)
        x->limb[x->n++] = carry;
}

static void big_mul_pow5(struct big *x, int times)
{
    for (; times >= 13; times -= 13)
        big_muladd(x, 1220703125, 0);
    while (times-- > 0)
        big_muladd(x, 5, 0);
}

static int big_bits(const struct big *x)
{
    return x->n ? 32 * x->n - __builtin_clz(x->limb[x->n - 1]) : 0;
}

static void big_shift(struct big *x, int bits)
{
    int limbs = bits / 32, rest = bits % 32;
    uint32_t carry = 0;

    memmove(x->limb + limbs, x->limb, x->n * sizeof(*x->limb));
    memset(x->limb, 0, limbs * sizeof(*x->limb));
    x->n += limbs;
    for (int i = limbs; rest && i < x->n; i++) {
        uint32_t v = x->limb[i];

        x->limb[i] = v << rest | carry;
        carry = v >> (32 - rest);
    }
    if (carry)
        x->limb[x->n++] = carry;
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

/* x -= y, where x >= y */
static void big_subtract(struct big *x, const struct big *y)
{
    int64_t borrow = 0;

    for (int i = 0; i < x->n; i++) {
        borrow += x->limb[i];
        borrow -= i < y->n ? y->limb[i] : 0;
        x->limb[i] = borrow;
        borrow >>= 32;
    }
    while (x->n > 0 && x->limb[x->n - 1] == 0)
        x->n--;
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
    int ndigits;             /* of them */
    int point;               /* the value is 0.digits * 10^point */
};

/* At most 15 digits and a power of ten that is a double: true and the result. */
static bool decimal_quick(const struct decimal *d, double *x)
{
    static const double ten[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                 1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    int e = d->point - d->ndigits;
    uint64_t m = 0;

    if (d->ndigits > 15 || e < -22 || e > 22)
        return false;
    for (const char *p = d->first; p < d->end; p++)
        if (*p != '.')
            m = 10 * m + (*p - '0');
    *x = e < 0 ? m / ten[-e] : m * ten[e];
    return true;
}

static void decimal_to_big(const struct decimal *d, struct big *x, int *used)
{
    const char *p = d->first;
    int n = 0;

    x->n = 0;
    for (; p < d->end && n < DIGITS_MAX; p++)
        if (*p != '.') {
            big_muladd(x, 10, *p - '0');
            n++;
        }
    for (; p < d->end; p++)
        if (*p != '.' && *p != '0') {
            big_muladd(x, 10, 1);
            n++;
            break;
        }
    *used = n;
}

static double decimal_convert(const struct decimal *d, const struct format *f)
{
    struct big den = {1, {1}};
    uint64_t m = 0;

    if (d->ndigits == 0)
        return 0;
    double quick;
    if (f->bits == 53 && decimal_quick(d, &quick))
        return quick;
    if (d->point > TEN_MAX || d->point < TEN_MIN) {
        errno = ERANGE;
        return d->point > 0 ? __builtin_huge_val() : 0;
    }
    struct big num;
    int used;
    decimal_to_big(d, &num, &used);
    int ten = d->point - used;
    big_mul_pow5(&num, ten);
    big_mul_pow5(&den, -ten);

    /* value = num / den * 2^e, with num / den in [1, 2) */
    int lift = big_bits(&den) - big_bits(&num);
    int e = ten - lift;
    if (lift > 0)
        big_shift(&num, lift);
    else
        big_shift(&den, -lift);
    if (big_compare(&num, &den) < 0) {
        big_shift(&num, 1);
        e--;
    }
    for (int i = 0; i < 64; i++) {
        m <<= 1;
        if (big_compare(&num, &den) >= 0) {
            big_subtract(&num, &den);
            m |= 1;
        }
        big_shift(&num, 1);
    }
    return assemble(m, num.n > 0, e - 63, f);
}

/* ---- reading ---- */

/* Digits with a point among them from s on; NULL if there is no digit. */
static const char *find_digits(const char *s, int (*is)(int), struct decimal *d)
{
    bool point = false, any = false;

    *d = (struct decimal){0};
    for (;; s++) {
        if (*s == '.' && !point) {
            point = true;
            continue;
        }
        if (!is((unsigned char)*s))
            break;
        any = true;
        if (*s != '0' && !d->first)
            d->first = s;
        if (d->first) {
            d->ndigits += d->ndigits < INT_MAX / 2;
            d->point += !point;
        } else {
            d->point -= point;
        }
    }
    d->end = s;
    return any ? s : NULL;
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

static double hex_convert(const struct decimal *d, int e, const struct format *f)
{
    uint64_t m = 0;
    bool more = false;
    int n = 0;

    for (const char *p = d->first; p && p < d->end; p++) {
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
    if (strncasecmp(s, "inf", 3) == 0) {
        *end = s + (strncasecmp(s, "infinity", 8) == 0 ? 8 : 3);
        return __builtin_huge_val();
    }
    if (strncasecmp(s, "nan", 3) == 0) {
        *end = nan_end(s + 3);
        return __builtin_nan("");
    }
    struct decimal d;
    const char *p;
    int e;
    if (*s == '0' && (s[1] | 32) == 'x' && (p = find_digits(s + 2, isxdigit, &d))) {
        e = find_exponent(&p, 'p');
        *end = p;
        return hex_convert(&d, e, f);
    }
    p = find_digits(s, isdigit, &d);
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
