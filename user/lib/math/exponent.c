/*
 * Exponentials, logarithms and powers.
 *
 * 2^x = 2^n * (1 + (2^f - 1)) with n the nearest integer and f the rest, which is exact.  For e^x a
 * multiple n of ln 2 is subtracted from x: ln 2 is given in two parts, and with the first one the
 * product and the difference are exact, so that no error grows with x.
 */
#include <math.h>
#include <stdbool.h>

#include "x87.h"

/* 2^x and e^x overflow or underflow as doubles well below this, and not in the wider format. */
#define LIMIT 4000.0L

#define LN2_HIGH 0x0.b17217f7d1cp+0L       /* 42 bits of ln 2 */
#define LN2_LOW  0x0.f79abc9e3b39803fp-44L /* and the rest */

static long double limited(long double x)
{
    return x > LIMIT ? LIMIT : x < -LIMIT ? -LIMIT : x; /* a NaN stays one */
}

long double __math_exp2(long double x)
{
    long double n = x87_round(limited(x));

    return x87_scale(1 + x87_exp2m1(limited(x) - n), n);
}

double exp2(double x)
{
    return __math_exp2(x);
}

long double __math_exp(long double x)
{
    long double n = x87_round(limited(x) * LOG2EL);
    long double rest = limited(x) - n * LN2_HIGH - n * LN2_LOW;

    return x87_scale(1 + x87_exp2m1(rest * LOG2EL), n);
}

double exp(double x)
{
    return __math_exp(x);
}

long double __math_expm1(long double x)
{
    if (x > -0.5L && x < 0.5L)
        return x == 0 ? x : x87_exp2m1(x * LOG2EL);
    return __math_exp(x) - 1;
}

double expm1(double x)
{
    return __math_expm1(x);
}

/* log2(x) * unit, with the special cases of every logarithm */
static double log_in(double x, long double unit)
{
    if (isnan(x) || x < 0)
        return x < 0 ? NAN : x;
    if (x == 0)
        return -HUGE_VAL;
    if (isinf(x))
        return x;
    return x87_ylog2(unit, x);
}

double log2(double x)
{
    return log_in(x, 1);
}

double log(double x)
{
    return log_in(x, LN2L);
}

double log10(double x)
{
    return log_in(x, LOG10_2L);
}

long double __math_log1p(long double x)
{
    if (x > -0.25L && x < 0.25L)
        return x87_ylog2p1(LN2L, x);
    return x87_ylog2(LN2L, 1 + x);
}

double log1p(double x)
{
    if (isnan(x) || x < -1)
        return x < -1 ? NAN : x;
    if (x == -1)
        return -HUGE_VAL;
    if (isinf(x) || x == 0)
        return x;
    return __math_log1p(x);
}

/* x^n by squaring: exact as long as the result fits 64 bits. */
static long double power_integer(long double x, unsigned n)
{
    long double r = 1;

    for (; n; n >>= 1, x *= x)
        if (n & 1)
            r *= x;
    return r;
}

/* x > 0, both finite */
static double power(double x, double y)
{
    if (y == trunc(y) && fabs(y) <= 64) {
        long double r = power_integer(x, fabs(y));

        return y < 0 ? 1 / r : r;
    }
    return __math_exp2(x87_ylog2(y, x));
}

/* The table of C11 F.10.4.4, in the order that needs the fewest tests. */
double pow(double x, double y)
{
    bool whole = y == trunc(y), odd = whole && fabs(y) < 0x1p53 && fmod(y, 2) != 0;

    if (y == 0 || x == 1)
        return 1;
    if (isnan(x) || isnan(y))
        return x + y;
    if (isinf(y)) {
        if (fabs(x) == 1)
            return 1;
        return (fabs(x) > 1) == (y > 0) ? HUGE_VAL : 0;
    }
    double r;
    if (x == 0 || isinf(x)) {
        r = (x == 0) == (y > 0) ? 0 : HUGE_VAL;
    } else {
        if (x < 0 && !whole)
            return NAN;
        r = power(fabs(x), y);
    }
    return odd && signbit(x) ? -r : r;
}

double cbrt(double x)
{
    if (x == 0 || !isfinite(x))
        return x;
    long double r = __math_exp2(x87_ylog2(1 / 3.0L, fabs(x)));
    r -= (r * r * r - fabs(x)) / (3 * r * r); /* one step of Newton's method for the last bits */
    return x < 0 ? -r : r;
}
