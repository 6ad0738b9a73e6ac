/*
 * The error function (Abramowitz and Stegun, 7.1.6 and 7.1.14): for small arguments the series in
 * which all terms have one sign, for large ones the continued fraction of erfc.
 */
#include <math.h>

#include "x87.h"

#define SQRT_PIL 1.772453850905516027298167483341145183L
#define LARGE    1.5 /* from here on by the continued fraction */
#define HALF     0x1p27 + 1

/* e^-x^2.  x = a + b, and a has so few bits that its square is a double. */
static long double exp_of_square(double x)
{
    volatile double high = x * (HALF), rest = high - x; /* Dekker's split; |x| is below 30 */
    double a = high - rest, b = x - a;

    return __math_exp(-(long double)a * a) * __math_exp(-b * (2 * (long double)a + b));
}

/* 2/sqrt(pi) e^-x^2 (x + 2/3 x^3 + 4/15 x^5 + ...) */
static long double erf_small(double x)
{
    long double x2 = (long double)x * x, term = x, sum = x;

    for (int n = 1; n < 60; n++) {
        term *= 2 * x2 / (2 * n + 1);
        sum += term;
    }
    return 2 / SQRT_PIL * sum * exp_of_square(x);
}

/* e^-x^2 / sqrt(pi) / (x + 1/2 / (x + 1 / (x + 3/2 / ...))) */
static long double erfc_large(double x)
{
    long double below = x;

    for (int n = 30 + (int)(240 / ((long double)x * x)); n > 0; n--)
        below = x + n / 2.0L / below;
    return exp_of_square(x) / (SQRT_PIL * below);
}

double erf(double x)
{
    if (x == 0 || isnan(x))
        return x;
    if (fabs(x) > 6)
        return copysign(1, x);
    if (fabs(x) < 0x1p-500) /* its square would be lost */
        return x * (2 / SQRT_PIL);
    long double r = fabs(x) < LARGE ? erf_small(fabs(x)) : 1 - erfc_large(fabs(x));
    return copysign(r, x);
}

double erfc(double x)
{
    if (isnan(x))
        return x;
    if (fabs(x) > 28)
        return x < 0 ? 2 : 0;
    if (fabs(x) < 0x1p-70)
        return 1;
    long double r = fabs(x) < LARGE ? 1 - erf_small(fabs(x)) : erfc_large(fabs(x));
    return x >= 0 ? r : 2 - r;
}
