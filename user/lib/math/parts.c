/* Sign, exponent and significand of a double, and functions that follow from them. */
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#define EXP_MASK  0x7ff
#define EXP_SHIFT 52
#define BIAS      1023
#define SIGN      (1ull << 63)

static uint64_t bits_of(double x)
{
    uint64_t b;

    memcpy(&b, &x, sizeof(b));
    return b;
}

static double from_bits(uint64_t b)
{
    double x;

    memcpy(&x, &b, sizeof(x));
    return x;
}

double fabs(double x)
{
    return from_bits(bits_of(x) & ~SIGN);
}

double copysign(double x, double y)
{
    return from_bits((bits_of(x) & ~SIGN) | (bits_of(y) & SIGN));
}

double frexp(double x, int *exp)
{
    uint64_t b = bits_of(x);
    int e = b >> EXP_SHIFT & EXP_MASK;

    *exp = 0;
    if (x == 0 || e == EXP_MASK)
        return x;
    if (e == 0) { /* subnormal: make it normal first */
        b = bits_of(x * 0x1p54);
        e = (int)(b >> EXP_SHIFT & EXP_MASK) - 54;
    }
    *exp = e - (BIAS - 1);
    return from_bits((b & ~((uint64_t)EXP_MASK << EXP_SHIFT)) | (uint64_t)(BIAS - 1) << EXP_SHIFT);
}

/* In the wider format nothing is lost on the way; the one rounding is the last. */
double ldexp(double x, int exp)
{
    long double r = x;

    for (long double step = exp < 0 ? 0.5L : 2; exp; exp /= 2) {
        if (exp % 2)
            r *= step;
        if (exp / 2)
            step *= step;
        if (r == 0 || isinf(r))
            break;
    }
    return r;
}

double scalbn(double x, int exp)
{
    return ldexp(x, exp);
}

double scalbln(double x, long exp)
{
    return ldexp(x, exp > INT_MAX ? INT_MAX : exp < INT_MIN ? INT_MIN : (int)exp);
}

int ilogb(double x)
{
    if (x == 0)
        return FP_ILOGB0;
    if (!isfinite(x))
        return isnan(x) ? FP_ILOGBNAN : INT_MAX;
    int e;
    frexp(x, &e);
    return e - 1;
}

double logb(double x)
{
    if (x == 0)
        return -HUGE_VAL;
    return isfinite(x) ? ilogb(x) : x * x;
}

double nextafter(double x, double y)
{
    uint64_t b = bits_of(x);

    if (isnan(x) || isnan(y))
        return x + y;
    if (x == y)
        return y;
    if (x == 0)
        return copysign(0x1p-1074, y);
    return from_bits((x < y) == (x > 0) ? b + 1 : b - 1);
}

double nan(const char *tag)
{
    (void)tag;
    return NAN;
}
