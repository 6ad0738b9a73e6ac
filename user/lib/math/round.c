/*
 * Rounding to whole numbers.  A double of 2^52 or more is whole; a smaller one fits a 64-bit
 * integer, which the processor makes by truncation.  copysign keeps the sign of a zero.
 */
#include <fenv.h>
#include <math.h>
#include <stdbool.h>

#define WHOLE 0x1p52

double trunc(double x)
{
    return fabs(x) < WHOLE ? copysign((double)(long)x, x) : x;
}

double floor(double x)
{
    double t = trunc(x);

    return t > x ? t - 1 : t;
}

double ceil(double x)
{
    double t = trunc(x);

    return t < x ? copysign(t + 1, x) : t;
}

double round(double x)
{
    double t = trunc(x);

    return fabs(x - t) >= 0.5 ? t + copysign(1, x) : t;
}

/* Adding 2^52, with the sign of x, leaves no room for a fraction: the addition rounds. */
double rint(double x)
{
    double shift = copysign(WHOLE, x);
    volatile double big = x + shift; /* volatile: the compiler may not simplify the sum */

    return fabs(x) < WHOLE ? copysign(big - shift, x) : x;
}

/* As rint, without the flag FE_INEXACT: C11 7.12.9.3. */
double nearbyint(double x)
{
    bool was = fetestexcept(FE_INEXACT);
    double r = rint(x);

    if (!was)
        feclearexcept(FE_INEXACT);
    return r;
}

double modf(double x, double *whole)
{
    *whole = trunc(x);
    return copysign(isinf(x) ? 0 : x - *whole, x);
}

float modff(float x, float *whole)
{
    *whole = trunc(x);
    return copysign(isinf(x) ? 0 : x - *whole, x);
}

long lround(double x)
{
    return round(x);
}

long lroundf(float x)
{
    return round(x);
}

long lrint(double x)
{
    return rint(x);
}

long lrintf(float x)
{
    return rint(x);
}

long long llround(double x)
{
    return round(x);
}

long long llroundf(float x)
{
    return round(x);
}

long long llrintf(float x)
{
    return rint(x);
}

long long llrint(double x)
{
    return rint(x);
}
