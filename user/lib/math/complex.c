/*
 * Complex functions (Abramowitz and Stegun, 4.2 to 4.6), in their own terms: sums and products of
 * real functions.  Multiplying by i only exchanges the parts, so it is written out: a product would
 * spoil zeros and infinities.
 */
#include <complex.h>
#include <math.h>

typedef double complex number;

static number times_i(number z)
{
    return CMPLX(-cimag(z), creal(z));
}

static number times_minus_i(number z)
{
    return CMPLX(cimag(z), -creal(z));
}

double creal(number z)
{
    return __real__ z;
}

double cimag(number z)
{
    return __imag__ z;
}

double cabs(number z)
{
    return hypot(creal(z), cimag(z));
}

double carg(number z)
{
    return atan2(cimag(z), creal(z));
}

number conj(number z)
{
    return CMPLX(creal(z), -cimag(z));
}

/* All infinities are one. */
number cproj(number z)
{
    return isinf(creal(z)) || isinf(cimag(z)) ? CMPLX(HUGE_VAL, copysign(0, cimag(z))) : z;
}

number cexp(number z)
{
    double r = exp(creal(z));

    return cimag(z) == 0 ? CMPLX(r, cimag(z)) : CMPLX(r * cos(cimag(z)), r * sin(cimag(z)));
}

/* log|z| near 1 is the logarithm of 1 and a little more. */
number clog(number z)
{
    double x = fabs(creal(z)), y = fabs(cimag(z)), big = fmax(x, y), small = fmin(x, y);
    double size = hypot(x, y);

    if (size > 0.5 && size < 2)
        return CMPLX(log1p((double)((big - 1.0L) * (big + 1.0L) + (long double)small * small)) / 2,
                     carg(z));
    return CMPLX(log(size), carg(z));
}

/* The real part by addition, the other by division: nothing cancels. */
number csqrt(number z)
{
    double x = creal(z), y = cimag(z);

    if (x == 0 && y == 0)
        return CMPLX(0, y);
    if (isinf(y))
        return CMPLX(HUGE_VAL, y);
    long double root = sqrtl((hypot(x, y) + fabsl(x)) / 2);
    long double other = fabsl(y) / (2 * root);
    return x >= 0 ? CMPLX(root, copysign(other, y)) : CMPLX(other, copysign(root, y));
}

number cpow(number z, number w)
{
    number l = clog(z);
    double x = creal(w), y = cimag(w);

    if (creal(z) == 0 && cimag(z) == 0)
        return x == 0 && y == 0 ? 1 : 0;
    return cexp(CMPLX(x * creal(l) - y * cimag(l), x * cimag(l) + y * creal(l)));
}

number csinh(number z)
{
    return CMPLX(sinh(creal(z)) * cos(cimag(z)), cosh(creal(z)) * sin(cimag(z)));
}

number ccosh(number z)
{
    return CMPLX(cosh(creal(z)) * cos(cimag(z)), sinh(creal(z)) * sin(cimag(z)));
}

/* sinh(2x) / (cosh(2x) + cos(2y)), the divisor as a sum of squares. */
number ctanh(number z)
{
    double x = creal(z), y = cimag(z);

    if (fabs(x) > 22)
        return CMPLX(copysign(1, x), copysign(0, sin(2 * y)));
    double below = sinh(x) * sinh(x) + cos(y) * cos(y);
    return CMPLX(sinh(x) * cosh(x) / below, sin(y) * cos(y) / below);
}

number csin(number z)
{
    return times_minus_i(csinh(times_i(z)));
}

number ccos(number z)
{
    return ccosh(times_i(z));
}

number ctan(number z)
{
    return times_minus_i(ctanh(times_i(z)));
}

/* By the roots of 1 - z and 1 + z (Kahan, "Branch cuts for complex elementary functions", 1987). */
number casin(number z)
{
    number a = csqrt(1 - z), b = csqrt(1 + z);

    return CMPLX(atan2(creal(z), creal(a) * creal(b) - cimag(a) * cimag(b)),
                 asinh(creal(a) * cimag(b) - cimag(a) * creal(b)));
}

number cacos(number z)
{
    number a = csqrt(1 - z), b = csqrt(1 + z);

    return CMPLX(2 * atan2(creal(a), creal(b)), asinh(creal(b) * cimag(a) - cimag(b) * creal(a)));
}

number casinh(number z)
{
    return times_minus_i(casin(times_i(z)));
}

number cacosh(number z)
{
    number a = csqrt(z - 1), b = csqrt(z + 1);

    return CMPLX(asinh(creal(a) * creal(b) + cimag(a) * cimag(b)), 2 * atan2(cimag(a), creal(b)));
}

number catanh(number z)
{
    long double x = fabs(creal(z)), y = cimag(z), side = (1 - x) * (1 - x) + y * y;

    return CMPLX(copysign(log1p((double)(4 * x / side)) / 4, creal(z)),
                 atan2((double)(2 * y), (double)((1 - x) * (1 + x) - y * y)) / 2);
}

number catan(number z)
{
    return times_minus_i(catanh(times_i(z)));
}
