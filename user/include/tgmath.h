/*
 * One name for the functions of all types of an argument (C11 7.25).  A whole number counts as a
 * double.  With several arguments, the type is that of their sum.
 */
#ifndef _TGMATH_H
#define _TGMATH_H

#include <complex.h>
#include <math.h>

/* By the type of x: a real function, or a complex one. */
#define __TG_REAL(x, name) _Generic((x), float: name##f, long double: name##l, default: name)
#define __TG_BOTH(x, name, cname)       \
    _Generic((x),                       \
        float: name##f,                 \
        long double: name##l,           \
        float _Complex: cname##f,       \
        double _Complex: cname,         \
        long double _Complex: cname##l, \
        default: name)
#define __TG_COMPLEX(x, cname)          \
    _Generic((x),                       \
        float: cname##f,                \
        long double: cname##l,          \
        float _Complex: cname##f,       \
        long double _Complex: cname##l, \
        default: cname)
/* A zero of the type that an argument counts as, and of that of two. */
#define __TG_ZERO(x)                        \
    _Generic((x),                           \
        float: 0.0f,                        \
        long double: 0.0L,                  \
        float _Complex: CMPLXF(0, 0),       \
        double _Complex: CMPLX(0, 0),       \
        long double _Complex: CMPLXL(0, 0), \
        default: 0.0)
#define __TG_SUM(x, y) (__TG_ZERO(x) + __TG_ZERO(y))

#define acos(x)   __TG_BOTH(x, acos, cacos)(x)
#define acosh(x)  __TG_BOTH(x, acosh, cacosh)(x)
#define asin(x)   __TG_BOTH(x, asin, casin)(x)
#define asinh(x)  __TG_BOTH(x, asinh, casinh)(x)
#define atan(x)   __TG_BOTH(x, atan, catan)(x)
#define atanh(x)  __TG_BOTH(x, atanh, catanh)(x)
#define cos(x)    __TG_BOTH(x, cos, ccos)(x)
#define cosh(x)   __TG_BOTH(x, cosh, ccosh)(x)
#define sin(x)    __TG_BOTH(x, sin, csin)(x)
#define sinh(x)   __TG_BOTH(x, sinh, csinh)(x)
#define tan(x)    __TG_BOTH(x, tan, ctan)(x)
#define tanh(x)   __TG_BOTH(x, tanh, ctanh)(x)
#define exp(x)    __TG_BOTH(x, exp, cexp)(x)
#define log(x)    __TG_BOTH(x, log, clog)(x)
#define sqrt(x)   __TG_BOTH(x, sqrt, csqrt)(x)
#define fabs(x)   __TG_BOTH(x, fabs, cabs)(x)
#define pow(x, y) __TG_BOTH(__TG_SUM(x, y), pow, cpow)(x, y)

#define cbrt(x)      __TG_REAL(x, cbrt)(x)
#define ceil(x)      __TG_REAL(x, ceil)(x)
#define erf(x)       __TG_REAL(x, erf)(x)
#define erfc(x)      __TG_REAL(x, erfc)(x)
#define exp2(x)      __TG_REAL(x, exp2)(x)
#define expm1(x)     __TG_REAL(x, expm1)(x)
#define floor(x)     __TG_REAL(x, floor)(x)
#define lgamma(x)    __TG_REAL(x, lgamma)(x)
#define log10(x)     __TG_REAL(x, log10)(x)
#define log1p(x)     __TG_REAL(x, log1p)(x)
#define log2(x)      __TG_REAL(x, log2)(x)
#define logb(x)      __TG_REAL(x, logb)(x)
#define nearbyint(x) __TG_REAL(x, nearbyint)(x)
#define rint(x)      __TG_REAL(x, rint)(x)
#define round(x)     __TG_REAL(x, round)(x)
#define tgamma(x)    __TG_REAL(x, tgamma)(x)
#define trunc(x)     __TG_REAL(x, trunc)(x)
#define ilogb(x)     __TG_REAL(x, ilogb)(x)
#define lrint(x)     __TG_REAL(x, lrint)(x)
#define llrint(x)    __TG_REAL(x, llrint)(x)
#define lround(x)    __TG_REAL(x, lround)(x)
#define llround(x)   __TG_REAL(x, llround)(x)

#define atan2(x, y)      __TG_REAL(__TG_SUM(x, y), atan2)(x, y)
#define copysign(x, y)   __TG_REAL(__TG_SUM(x, y), copysign)(x, y)
#define fdim(x, y)       __TG_REAL(__TG_SUM(x, y), fdim)(x, y)
#define fmax(x, y)       __TG_REAL(__TG_SUM(x, y), fmax)(x, y)
#define fmin(x, y)       __TG_REAL(__TG_SUM(x, y), fmin)(x, y)
#define fmod(x, y)       __TG_REAL(__TG_SUM(x, y), fmod)(x, y)
#define hypot(x, y)      __TG_REAL(__TG_SUM(x, y), hypot)(x, y)
#define nextafter(x, y)  __TG_REAL(__TG_SUM(x, y), nextafter)(x, y)
#define remainder(x, y)  __TG_REAL(__TG_SUM(x, y), remainder)(x, y)
#define frexp(x, y)      __TG_REAL(x, frexp)(x, y)
#define ldexp(x, y)      __TG_REAL(x, ldexp)(x, y)
#define scalbn(x, y)     __TG_REAL(x, scalbn)(x, y)
#define scalbln(x, y)    __TG_REAL(x, scalbln)(x, y)
#define nexttoward(x, y) __TG_REAL(x, nexttoward)(x, y)
#define remquo(x, y, q)  __TG_REAL(__TG_SUM(x, y), remquo)(x, y, q)
#define fma(x, y, z)     __TG_REAL(__TG_SUM(__TG_SUM(x, y), z), fma)(x, y, z)

#define carg(x)  __TG_COMPLEX(x, carg)(x)
#define cimag(x) __TG_COMPLEX(x, cimag)(x)
#define conj(x)  __TG_COMPLEX(x, conj)(x)
#define cproj(x) __TG_COMPLEX(x, cproj)(x)
#define creal(x) __TG_COMPLEX(x, creal)(x)

#endif
