/*
 * Sine, cosine, tangent.
 *
 * The angle is reduced to [-pi/4, pi/4] by subtracting a multiple q of pi/2 (Payne and Hanek,
 * "Radian reduction for trigonometric functions", 1983).  x is m * 2^e with an integer m of 53
 * bits, and x * 2/pi is wanted modulo 4 only.  So of all the bits of 2/pi those are left out whose
 * products with m * 2^e are multiples of 4; the next 192 are multiplied with m, exactly.  The
 * product's first two bits are q, and 128 of the rest are kept.  No double is nearer to a multiple
 * of pi/2 than 2^-61, so that at least 64 of them are significant.
 *
 * There the Taylor series converges so fast that nothing better is needed in 64-bit precision.
 */
#include <math.h>
#include <stdint.h>

#include "x87.h"

#define PI_2L 1.570796326794896619231321691639751442L
#define SMALL 0.75 /* less than pi/4 */

/* 2/pi: the word before the binary point and 1216 bits (tests/host/test_libc.py computes them). */
static const uint64_t two_over_pi[] = {
    0x0000000000000000, 0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041,
    0xfe5163abdebbc561, 0xb7246e3a424dd2e0, 0x06492eea09d1921c, 0xfe1deb1cb129a73e,
    0xe88235f52ebb4484, 0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b,
    0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d,
    0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab};

/* The 64 bits of 2/pi from bit n on, counted from the first bit of the table. */
static uint64_t bits_from(unsigned n)
{
    const uint64_t *word = &two_over_pi[n / 64];
    unsigned __int128 two = (unsigned __int128)word[0] << 64 | word[1];

    return two << n % 64 >> 64;
}

struct angle {
    int quarter; /* 0 to 3 */
    long double rest;
};

/* x is positive and not small. */
static struct angle reduce_large(double x)
{
    int e;
    uint64_t m = frexp(x, &e) * 0x1p53; /* x is m * 2^(e - 53) */
    unsigned n = e + 9;                 /* that bit of 2/pi is 2 / 2^(e - 53) */
    unsigned __int128 low = (unsigned __int128)m * bits_from(n + 128);
    unsigned __int128 mid = (unsigned __int128)m * bits_from(n + 64) + (low >> 64);
    uint64_t high = m * bits_from(n) + (uint64_t)(mid >> 64);
    /* Without the first two bits this is a signed fraction: what is left of the nearest quarter. */
    int64_t fraction = high << 2 | (uint64_t)mid >> 62;
    uint64_t more = (uint64_t)mid << 2 | (uint64_t)low >> 62;

    return (struct angle){((high >> 61) + 1) >> 1 & 3,
                          (fraction * 0x1p-64L + more * 0x1p-128L) * PI_2L};
}

static struct angle reduce(double x)
{
    if (fabs(x) < SMALL)
        return (struct angle){0, x};
    struct angle a = reduce_large(fabs(x));
    return x < 0 ? (struct angle){-a.quarter & 3, -a.rest} : a;
}

/* first + first * x2 / (n (n+1)) * ... with alternating signs: sine from x, 2; cosine from 1, 1 */
static long double series(long double first, long double x2, int n)
{
    long double sum = 0, term = first;

    for (; n < 28; n += 2) {
        sum += term;
        term *= -x2 / (n * (n + 1));
    }
    return sum;
}

static long double sine(struct angle a)
{
    long double x2 = a.rest * a.rest;
    long double r = a.quarter & 1 ? series(1, x2, 1) : series(a.rest, x2, 2);

    return a.quarter & 2 ? -r : r;
}

long double __math_sin_pi(double x)
{
    double whole = rint(x);
    struct angle a = {0, (x - whole) * (2 * PI_2L)}; /* at most a right angle */

    if (fabs(x - whole) > 0.25)
        a = (struct angle){1, (0.5 - fabs(x - whole)) * (2 * PI_2L)};
    long double r = sine(a);
    if (a.quarter && x < whole)
        r = -r;
    return fmod(whole, 2) == 0 ? r : -r;
}

static struct angle quarter_more(struct angle a)
{
    a.quarter = (a.quarter + 1) & 3;
    return a;
}

double sin(double x)
{
    if (x == 0 || !isfinite(x))
        return x == 0 ? x : NAN;
    return sine(reduce(x));
}

double cos(double x)
{
    return isfinite(x) ? sine(quarter_more(reduce(x))) : NAN;
}

double tan(double x)
{
    if (x == 0 || !isfinite(x))
        return x == 0 ? x : NAN;
    struct angle a = reduce(x);
    return sine(a) / sine(quarter_more(a));
}

/* The compiler replaces sin(x) and cos(x) of the same x by a call of this. */
void sincos(double x, double *s, double *c)
{
    *s = sin(x);
    *c = cos(x);
}

double atan(double x)
{
    return isnan(x) ? x : x87_atan2(x, 1);
}

double atan2(double y, double x)
{
    return isnan(x) || isnan(y) ? x + y : x87_atan2(y, x);
}

double asin(double x)
{
    return fabs(x) <= 1 ? x87_atan2(x, x87_sqrt((1 - (long double)x) * (1 + (long double)x))) : NAN;
}

double acos(double x)
{
    return fabs(x) <= 1 ? x87_atan2(x87_sqrt((1 - (long double)x) * (1 + (long double)x)), x) : NAN;
}
