/*
 * Mathematics (C11 7.12 and Annex F).  Except for pow, the error of every double function is below
 * 0.51 units in the last place for every argument, that of pow below one (a host test measures
 * it); those that C defines exactly are exact.  The float functions are the double ones, rounded
 * once more.  errno is not set (math_errhandling is 0): check the result.
 *
 * Left out: long double, erf and gamma, fma, nexttoward, remquo.
 */
#ifndef _MATH_H
#define _MATH_H

typedef double double_t;
typedef float float_t;

#define HUGE_VAL  __builtin_huge_val()
#define HUGE_VALF __builtin_huge_valf()
#define INFINITY  __builtin_inff()
#define NAN       __builtin_nanf("")

#define math_errhandling 0
#define MATH_ERRNO       1
#define MATH_ERREXCEPT   2

#define M_E        2.7182818284590452354
#define M_LOG2E    1.4426950408889634074
#define M_LOG10E   0.43429448190325182765
#define M_LN2      0.69314718055994530942
#define M_LN10     2.30258509299404568402
#define M_PI       3.14159265358979323846
#define M_PI_2     1.57079632679489661923
#define M_PI_4     0.78539816339744830962
#define M_1_PI     0.31830988618379067154
#define M_2_PI     0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2    1.41421356237309504880
#define M_SQRT1_2  0.70710678118654752440

#define FP_NAN       0
#define FP_INFINITE  1
#define FP_ZERO      2
#define FP_SUBNORMAL 3
#define FP_NORMAL    4
#define FP_ILOGB0    (-0x7fffffff - 1)
#define FP_ILOGBNAN  (-0x7fffffff - 1)

#define fpclassify(x)        __builtin_fpclassify(FP_NAN, FP_INFINITE, FP_NORMAL, FP_SUBNORMAL, FP_ZERO, x)
#define isfinite(x)          __builtin_isfinite(x)
#define isinf(x)             __builtin_isinf(x)
#define isnan(x)             __builtin_isnan(x)
#define isnormal(x)          __builtin_isnormal(x)
#define signbit(x)           __builtin_signbit(x)
#define isgreater(x, y)      __builtin_isgreater(x, y)
#define isgreaterequal(x, y) __builtin_isgreaterequal(x, y)
#define isless(x, y)         __builtin_isless(x, y)
#define islessequal(x, y)    __builtin_islessequal(x, y)
#define islessgreater(x, y)  __builtin_islessgreater(x, y)
#define isunordered(x, y)    __builtin_isunordered(x, y)

/* Each once as double NAME(...), once as float NAMEf(...). */
#define __MATH_1(name)     \
    double name(double x); \
    float name##f(float x);
#define __MATH_2(name)               \
    double name(double x, double y); \
    float name##f(float x, float y);

__MATH_1(acos)
__MATH_1(acosh)
__MATH_1(asin)
__MATH_1(asinh)
__MATH_1(atan)
__MATH_1(atanh)
__MATH_1(cbrt)
__MATH_1(ceil)
__MATH_1(cos)
__MATH_1(cosh)
__MATH_1(exp)
__MATH_1(exp2)
__MATH_1(expm1)
__MATH_1(fabs)
__MATH_1(floor)
__MATH_1(log)
__MATH_1(log10)
__MATH_1(log1p)
__MATH_1(log2)
__MATH_1(logb)
__MATH_1(nearbyint)
__MATH_1(rint)
__MATH_1(round)
__MATH_1(sin)
__MATH_1(sinh)
__MATH_1(sqrt)
__MATH_1(tan)
__MATH_1(tanh)
__MATH_1(trunc)
__MATH_2(atan2)
__MATH_2(copysign)
__MATH_2(fdim)
__MATH_2(fmax)
__MATH_2(fmin)
__MATH_2(fmod)
__MATH_2(hypot)
__MATH_2(nextafter)
__MATH_2(pow)
__MATH_2(remainder)

void sincos(double x, double *s, double *c);
void sincosf(float x, float *s, float *c);
double frexp(double x, int *exp);
float frexpf(float x, int *exp);
double ldexp(double x, int exp);
float ldexpf(float x, int exp);
double scalbn(double x, int exp);
float scalbnf(float x, int exp);
double scalbln(double x, long exp);
float scalblnf(float x, long exp);
double modf(double x, double *whole);
float modff(float x, float *whole);
int ilogb(double x);
int ilogbf(float x);
long lround(double x);
long lroundf(float x);
long lrint(double x);
long lrintf(float x);
long long llround(double x);
long long llroundf(float x);
long long llrint(double x);
long long llrintf(float x);
double nan(const char *tag);
float nanf(const char *tag);

#undef __MATH_1
#undef __MATH_2

#endif
