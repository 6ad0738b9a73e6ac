/*
 * The processor's own functions, which work with 64 bits of significand (Intel SDM volume 1,
 * chapter 8): eleven more than a double has, enough to round to a double within one unit.
 */
#ifndef LIB_X87_H
#define LIB_X87_H

/* y * log2(x), x > 0 */
static inline long double x87_ylog2(long double y, long double x)
{
    long double r;

    __asm__("fyl2x" : "=t"(r) : "0"(x), "u"(y) : "st(1)");
    return r;
}

/* y * log2(1 + x), |x| < 1 - sqrt(1/2) */
static inline long double x87_ylog2p1(long double y, long double x)
{
    long double r;

    __asm__("fyl2xp1" : "=t"(r) : "0"(x), "u"(y) : "st(1)");
    return r;
}

/* 2^x - 1, |x| <= 1 */
static inline long double x87_exp2m1(long double x)
{
    long double r;

    __asm__("f2xm1" : "=t"(r) : "0"(x));
    return r;
}

/* x * 2^n for an integer n */
static inline long double x87_scale(long double x, long double n)
{
    long double r;

    __asm__("fscale" : "=t"(r) : "0"(x), "u"(n));
    return r;
}

/* to an integer, ties to even */
static inline long double x87_round(long double x)
{
    long double r;

    __asm__("frndint" : "=t"(r) : "0"(x));
    return r;
}

/* the angle of (x, y) */
static inline long double x87_atan2(long double y, long double x)
{
    long double r;

    __asm__("fpatan" : "=t"(r) : "0"(x), "u"(y) : "st(1)");
    return r;
}

static inline long double x87_sqrt(long double x)
{
    long double r;

    __asm__("fsqrt" : "=t"(r) : "0"(x));
    return r;
}

#define LN2L     0.693147180559945309417232121458176568L
#define LOG2EL   1.442695040888963407359924681001892137L
#define LOG10_2L 0.301029995663981195213738894724493027L

/* 2^x for any x; a result outside the range of a double is only known to be too large or too small.
 */
long double __math_exp2(long double x);

/* e^x for x that is a double, or below 2^20. */
long double __math_exp(long double x);

/* sin(pi x) */
long double __math_sin_pi(double x);

/* a b + c, rounded to 64 bits; the last one is set if any bit behind it was. */
long double __math_fma(double a, double b, double c);

/* e^x - 1 for x that is a double, precise near 0; too large is as above. */
long double __math_expm1(long double x);

/* log(1 + x), precise near 0. */
long double __math_log1p(long double x);

#endif
