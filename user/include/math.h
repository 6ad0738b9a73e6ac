/*
 * Mathematics (C11 7.12 and Annex F).  Except for pow, the error of every double function is below
 * 0.51 units in the last place for every argument, that of pow below one (a host test measures
 * it); those that C defines exactly are exact.  The float functions are the double ones, rounded
 * once more.  errno is not set (math_errhandling is 0): check the result.
 *
 * Exceptions to that error: erf, erfc and tgamma below one unit; lgamma below one unit above 0, and
 * below 2^-50 of the larger summand beneath 0, where it has zeros.
 *
 * Long double: what is exact is exact (fabsl, floorl, fmodl, ldexpl, sqrtl and so on).  All others
 * convert to double (sinl, expl, powl, fmal), and are as precise as that.
 */
#ifndef _MATH_H
#define _MATH_H

typedef double double_t;
typedef float float_t;

#ifdef __GNUC__
#define HUGE_VAL  __builtin_huge_val()
#define HUGE_VALF __builtin_huge_valf()
#define HUGE_VALL __builtin_huge_vall()
#define INFINITY  __builtin_inff()
#define NAN       __builtin_nanf("")
#else
#define HUGE_VAL  (1e300 * 1e300)
#define HUGE_VALF ((float)HUGE_VAL)
#define INFINITY  ((float)HUGE_VAL)
#define NAN       (0.0f / 0.0f)
#endif

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
#define MAXFLOAT   3.40282346638528859812e+38F /* FLT_MAX */
#define M_SQRT1_2  0.70710678118654752440

#define FP_NAN       0
#define FP_INFINITE  1
#define FP_ZERO      2
#define FP_SUBNORMAL 3
#define FP_NORMAL    4
#define FP_ILOGB0    (-0x7fffffff - 1)
#define FP_ILOGBNAN  (-0x7fffffff - 1)

#ifdef __GNUC__
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
#else
int __fpclassify(double x);
int __fpclassifyf(float x);
int __signbit(double x);
static inline int __differ(double x, double y)
{
    return x < y || x > y;
}
#define fpclassify(x)        (sizeof(x) == sizeof(float) ? __fpclassifyf(x) : __fpclassify(x))
#define isfinite(x)          (fpclassify(x) > FP_INFINITE)
#define isinf(x)             (fpclassify(x) == FP_INFINITE)
#define isnan(x)             (fpclassify(x) == FP_NAN)
#define isnormal(x)          (fpclassify(x) == FP_NORMAL)
#define signbit(x)           __signbit(x)
#define isgreater(x, y)      ((x) > (y))
#define isgreaterequal(x, y) ((x) >= (y))
#define isless(x, y)         ((x) < (y))
#define islessequal(x, y)    ((x) <= (y))
#define islessgreater(x, y)  __differ(x, y)
#define isunordered(x, y)    (isnan(x) || isnan(y))
#endif

/* Each as double NAME(...), float NAMEf(...) and long double NAMEl(...). */
#define __MATH_1(name)      \
    double name(double x);  \
    float name##f(float x); \
    long double name##l(long double x);
#define __MATH_2(name)               \
    double name(double x, double y); \
    float name##f(float x, float y); \
    long double name##l(long double x, long double y);

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
__MATH_1(erf)
__MATH_1(erfc)
__MATH_1(exp)
__MATH_1(exp2)
__MATH_1(expm1)
__MATH_1(fabs)
__MATH_1(floor)
__MATH_1(lgamma)
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
__MATH_1(tgamma)
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

/* a b + c, rounded once. */
double fma(double a, double b, double c);
float fmaf(float a, float b, float c);
long double fmal(long double a, long double b, long double c);

/* remainder, with the last three bits of the quotient, and its sign. */
double remquo(double x, double y, int *quotient);
float remquof(float x, float y, int *quotient);
long double remquol(long double x, long double y, int *quotient);

double nexttoward(double x, long double y);
float nexttowardf(float x, long double y);
long double nexttowardl(long double x, long double y);

/* The sign of gamma(x): 1 or -1. */
extern int signgam;
double lgamma_r(double x, int *sign);

void sincosl(long double x, long double *s, long double *c);
long double frexpl(long double x, int *exp);
long double ldexpl(long double x, int exp);
long double scalbnl(long double x, int exp);
long double scalblnl(long double x, long exp);
long double modfl(long double x, long double *whole);
long double nanl(const char *tag);
int ilogbl(long double x);
long lroundl(long double x);
long lrintl(long double x);
long long llroundl(long double x);
long long llrintl(long double x);

#undef __MATH_1
#undef __MATH_2

#endif
