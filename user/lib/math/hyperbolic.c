/* Hyperbolic functions, from e^x - 1 and log(1 + x), which are precise near 0. */
#include <math.h>

#include "x87.h"

double sinh(double x)
{
    if (x == 0 || !isfinite(x))
        return x;
    long double e = __math_expm1(fabs(x));
    e = (e + e / (e + 1)) / 2;
    return x < 0 ? -e : e;
}

double cosh(double x)
{
    if (!isfinite(x))
        return fabs(x);
    long double e = __math_expm1(fabs(x)) + 1;
    return (e + 1 / e) / 2;
}

double tanh(double x)
{
    if (x == 0 || isnan(x))
        return x;
    if (fabs(x) > 40)
        return x < 0 ? -1 : 1;
    long double e = __math_expm1(-2 * fabs(x));
    e = -e / (e + 2);
    return x < 0 ? -e : e;
}

double asinh(double x)
{
    long double a = fabs(x);

    if (x == 0 || !isfinite(x))
        return x;
    long double r = __math_log1p(a + a * a / (1 + x87_sqrt(a * a + 1)));
    return x < 0 ? -r : r;
}

double acosh(double x)
{
    long double a = x - 1.0L;

    if (isnan(x) || x < 1)
        return x < 1 ? NAN : x;
    return isinf(x) ? x : (double)__math_log1p(a + x87_sqrt(a * (a + 2)));
}

double atanh(double x)
{
    long double a = fabs(x);

    if (x == 0 || isnan(x) || a > 1)
        return a > 1 ? NAN : x;
    long double r = a == 1 ? HUGE_VAL : __math_log1p(2 * a / (1 - a)) / 2;
    return x < 0 ? -r : r;
}
