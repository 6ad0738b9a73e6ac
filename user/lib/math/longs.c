/* The other long double functions are the double ones: as precise as those (math.h). */
#include <math.h>

#include "x87.h"

#define LONG_1(name)                   \
    long double name##l(long double x) \
    {                                  \
        return name(x);                \
    }
#define LONG_2(name)                                  \
    long double name##l(long double x, long double y) \
    {                                                 \
        return name(x, y);                            \
    }

LONG_1(acos)
LONG_1(acosh)
LONG_1(asin)
LONG_1(asinh)
LONG_1(atan)
LONG_1(atanh)
LONG_1(cbrt)
LONG_1(cos)
LONG_1(cosh)
LONG_1(erf)
LONG_1(erfc)
LONG_1(exp)
LONG_1(exp2)
LONG_1(expm1)
LONG_1(lgamma)
LONG_1(log)
LONG_1(log10)
LONG_1(log1p)
LONG_1(log2)
LONG_1(sin)
LONG_1(sinh)
LONG_1(tan)
LONG_1(tanh)
LONG_1(tgamma)
LONG_2(atan2)
LONG_2(hypot)
LONG_2(pow)

long double fmal(long double a, long double b, long double c)
{
    return fma(a, b, c);
}

long double nearbyintl(long double x)
{
    return rintl(x);
}

void sincosl(long double x, long double *s, long double *c)
{
    *s = sin(x);
    *c = cos(x);
}
