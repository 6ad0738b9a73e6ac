/*
 * The float functions: the double ones, rounded once more.  The compiler knows that, and would
 * turn the call of floor in floorf into one of floorf, so it must not see that the double was a
 * float.
 */
#include <math.h>

static inline double wide(float x)
{
    double d = x;

    __asm__("" : "+x"(d));
    return d;
}

#define FLOAT_1(name)         \
    float name##f(float x)    \
    {                         \
        return name(wide(x)); \
    }
#define FLOAT_2(name)                  \
    float name##f(float x, float y)    \
    {                                  \
        return name(wide(x), wide(y)); \
    }

FLOAT_1(acos)
FLOAT_1(acosh)
FLOAT_1(asin)
FLOAT_1(asinh)
FLOAT_1(atan)
FLOAT_1(atanh)
FLOAT_1(cbrt)
FLOAT_1(ceil)
FLOAT_1(cos)
FLOAT_1(cosh)
FLOAT_1(erf)
FLOAT_1(erfc)
FLOAT_1(exp)
FLOAT_1(exp2)
FLOAT_1(expm1)
FLOAT_1(fabs)
FLOAT_1(floor)
FLOAT_1(lgamma)
FLOAT_1(log)
FLOAT_1(log10)
FLOAT_1(log1p)
FLOAT_1(log2)
FLOAT_1(logb)
FLOAT_1(nearbyint)
FLOAT_1(rint)
FLOAT_1(round)
FLOAT_1(sin)
FLOAT_1(sinh)
FLOAT_1(tan)
FLOAT_1(tanh)
FLOAT_1(tgamma)
FLOAT_1(trunc)
FLOAT_2(atan2)
FLOAT_2(copysign)
FLOAT_2(fdim)
FLOAT_2(fmax)
FLOAT_2(fmin)
FLOAT_2(fmod)
FLOAT_2(hypot)
FLOAT_2(pow)
FLOAT_2(remainder)

void sincosf(float x, float *s, float *c)
{
    *s = sin(wide(x));
    *c = cos(wide(x));
}

float frexpf(float x, int *exp)
{
    return frexp(x, exp);
}

float ldexpf(float x, int exp)
{
    return ldexp(x, exp);
}

float scalbnf(float x, int exp)
{
    return ldexp(x, exp);
}

float scalblnf(float x, long exp)
{
    return scalbln(x, exp);
}

int ilogbf(float x)
{
    return ilogb(x);
}

float nanf(const char *tag)
{
    return nan(tag);
}

/* Not through nextafter, whose steps are those of a double. */
float nextafterf(float x, float y)
{
    union {
        float x;
        unsigned bits;
    } u = {x};

    if (x != x || y != y)
        return x + y;
    if (x == y)
        return y;
    if (x == 0)
        return copysignf(0x1p-149f, y);
    u.bits += (x < y) == (x > 0) ? 1 : -1;
    return u.x;
}
