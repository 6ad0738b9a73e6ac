/*
 * Exponentials, logarithms and powers.
 *
 * 2^x = 2^n * (1 + (2^f - 1)) with n the nearest integer and f the rest, which is exact.  e^x has
 * a product before it, x * log2(e): log2(e) is given in two parts so that the product's rounding
 * does not grow with x.
 */
#include <math.h>
#include <stdbool.h>

#include "x87.h"

#define LIMIT 20000.0L /* 2^x is infinite or 0 in every format far before */

/* log2(e): 32 bits, which times a double is exact, and the rest. */
#define LOG2E_HIGH 0x1.71547652p+0L
#define LOG2E_LOW  0x1.705fc2eefa1ffb42p-33L

/* 2^(x + more), with |more| tiny */
static long double exp2_sum(long double x, long double more)
{
    long double n, f;

    if (isnan(x))
        return x;
    if (x > LIMIT)
        x = LIMIT;
    if (x < -LIMIT)
        x = -LIMIT;
    n = x87_round(x);
    f = x - n + more;
    return x87_scale(1 + x87_exp2m1(f), n);
}

long double __math_exp2(long double x)
{
    return exp2_sum(x, 0);
}

double exp2(double x)
{
    return exp2_sum(x, 0);
}

double exp(double x)
{
    if (!isfinite(x))
        return x < 0 ? 0 : x;
    return exp2_sum(LOG2E_HIGH * x, LOG2E_LOW * x);
}

long double __math_expm1(long double x)
{
    if (x > -0.5L && x < 0.5L)
        return x == 0 ? x : x87_exp2m1(x * LOG2EL);
    return __math_exp2(x * LOG2EL) - 1;
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

/* The table of C11 F.10.4.4, in an order that needs the fewest questions. */
double pow(double x, double y)
{
    bool whole = y == trunc(y), odd = whole && fabs(y) < 0x1p53 && fmod(y, 2) != 0;
    double r;

    if (y == 0 || x == 1)
        return 1;
    if (isnan(x) || isnan(y))
        return x + y;
    if (isinf(y)) {
        if (fabs(x) == 1)
            return 1;
        return (fabs(x) > 1) == (y > 0) ? HUGE_VAL : 0;
    }
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
    long double r;

    if (x == 0 || !isfinite(x))
        return x;
    r = __math_exp2(x87_ylog2(1 / 3.0L, fabs(x)));
    r -= (r * r * r - fabs(x)) / (3 * r * r); /* one step of Newton's method for the last bits */
    return x < 0 ? -r : r;
}
