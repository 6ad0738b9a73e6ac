/*
 * Complex numbers (C11 7.3).  The error is a few units in the last place of the absolute value;
 * infinities and NaNs give some NaN or infinity, not all rules of C11 Annex G.
 */
#ifndef _COMPLEX_H
#define _COMPLEX_H

#define complex    _Complex
#define _Complex_I (__extension__ 1.0iF)
#define I          _Complex_I

#define __CMPLX(x, y, type) \
    (__extension__((union { \
         type parts[2];     \
         type _Complex z;   \
     }){{(x), (y)}})        \
         .z)
#define CMPLX(x, y)  __CMPLX(x, y, double)
#define CMPLXF(x, y) __CMPLX(x, y, float)
#define CMPLXL(x, y) __CMPLX(x, y, long double)

/* Each for double, float and long double, which has the precision of a double. */
#define __COMPLEX_1(name)                     \
    double _Complex name(double _Complex z);  \
    float _Complex name##f(float _Complex z); \
    long double _Complex name##l(long double _Complex z);
#define __COMPLEX_REAL(name)         \
    double name(double _Complex z);  \
    float name##f(float _Complex z); \
    long double name##l(long double _Complex z);

__COMPLEX_REAL(cabs)
__COMPLEX_REAL(carg)
__COMPLEX_REAL(creal)
__COMPLEX_REAL(cimag)
__COMPLEX_1(conj)
__COMPLEX_1(cproj)
__COMPLEX_1(cexp)
__COMPLEX_1(clog)
__COMPLEX_1(csqrt)
__COMPLEX_1(csin)
__COMPLEX_1(ccos)
__COMPLEX_1(ctan)
__COMPLEX_1(csinh)
__COMPLEX_1(ccosh)
__COMPLEX_1(ctanh)
__COMPLEX_1(casin)
__COMPLEX_1(cacos)
__COMPLEX_1(catan)
__COMPLEX_1(casinh)
__COMPLEX_1(cacosh)
__COMPLEX_1(catanh)
double _Complex cpow(double _Complex z, double _Complex w);
float _Complex cpowf(float _Complex z, float _Complex w);
long double _Complex cpowl(long double _Complex z, long double _Complex w);

#undef __COMPLEX_1
#undef __COMPLEX_REAL

#endif
