/*
 * Those long double functions that are exact, or of the processor's own precision.  A long double
 * is 64 bits of significand, the first of them the 1 before the point, then sign and exponent.
 */
#include <limits.h>
#include <math.h>
#include <stdint.h>

#include "x87.h"

union parts {
    long double x;
    struct {
        uint64_t significand;
        uint16_t sign_exponent;
    };
};

#define SIGN 0x8000u
#define ONE  (1ull << 63)

long double fabsl(long double x)
{
    __asm__("fabs" : "+t"(x));
    return x;
}

long double copysignl(long double x, long double y)
{
    union parts a = {x}, b = {y};

    a.sign_exponent = (a.sign_exponent & ~SIGN) | (b.sign_exponent & SIGN);
    return a.x;
}

long double sqrtl(long double x)
{
    return x87_sqrt(x);
}

long double rintl(long double x)
{
    return x87_round(x);
}

long double truncl(long double x)
{
    return fabsl(x) < 0x1p63L ? copysignl((long double)(long)x, x) : x;
}

long double floorl(long double x)
{
    long double t = truncl(x);

    return t > x ? t - 1 : t;
}

long double ceill(long double x)
{
    long double t = truncl(x);

    return t < x ? copysignl(t + 1, x) : t;
}

long double roundl(long double x)
{
    long double t = truncl(x);

    return fabsl(x - t) >= 0.5L ? t + copysignl(1, x) : t;
}

long lroundl(long double x)
{
    return roundl(x);
}

long long llroundl(long double x)
{
    return roundl(x);
}

long lrintl(long double x)
{
    return rintl(x);
}

long long llrintl(long double x)
{
    return rintl(x);
}

long double modfl(long double x, long double *whole)
{
    *whole = truncl(x);
    return copysignl(isinf(x) ? 0 : x - *whole, x);
}

long double frexpl(long double x, int *exp)
{
    union parts p = {x};

    *exp = 0;
    if (x == 0 || !isfinite(x))
        return x;
    if (!(p.significand & ONE)) { /* subnormal: make it normal first */
        p.x = x * 0x1p64L;
        *exp = -64;
    }
    *exp += (p.sign_exponent & ~SIGN) - 16382;
    p.sign_exponent = (p.sign_exponent & SIGN) | 16382;
    return p.x;
}

long double ldexpl(long double x, int exp)
{
    return x == 0 || !isfinite(x) ? x : x87_scale(x, exp);
}

long double scalbnl(long double x, int exp)
{
    return ldexpl(x, exp);
}

long double scalblnl(long double x, long exp)
{
    return ldexpl(x, exp > INT_MAX ? INT_MAX : exp < INT_MIN ? INT_MIN : (int)exp);
}

int ilogbl(long double x)
{
    if (x == 0)
        return FP_ILOGB0;
    if (!isfinite(x))
        return isnan(x) ? FP_ILOGBNAN : INT_MAX;
    int exp;
    frexpl(x, &exp);
    return exp - 1;
}

long double logbl(long double x)
{
    if (x == 0)
        return -HUGE_VAL;
    return isfinite(x) ? ilogbl(x) : x * x;
}

long double fmodl(long double x, long double y)
{
    if (isnan(x) || isnan(y) || isinf(x) || y == 0)
        return isnan(x) || isnan(y) ? x + y : NAN;
    unsigned short flags;
    do
        __asm__("fprem\n\tfnstsw %1" : "+t"(x), "=a"(flags) : "u"(y));
    while (flags & 0x400);
    return x;
}

long double remainderl(long double x, long double y)
{
    int unused;

    return remquol(x, y, &unused);
}

long double fmaxl(long double x, long double y)
{
    return isnan(x) || x < y || (x == y && signbit(x)) ? y : x;
}

long double fminl(long double x, long double y)
{
    return isnan(x) || y < x || (x == y && signbit(y)) ? y : x;
}

long double fdiml(long double x, long double y)
{
    if (isnan(x) || isnan(y))
        return x + y;
    return x > y ? x - y : 0;
}

long double nanl(const char *tag)
{
    return nan(tag);
}
