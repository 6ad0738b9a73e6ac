/*
 * Sine, cosine, tangent.
 *
 * The angle is brought into [-pi/4, pi/4] by taking off a multiple q of pi/2.  pi/2 is given in
 * three parts; the first two have 33 bits, so their products with q are exact as long as q has at
 * most 31, and only what is left is rounded.  Larger angles first lose whole turns by the remainder
 * instruction, which takes its own value of 2 pi for the true one: beyond about 3e9 the last
 * digits are then wrong, as they are in the angle itself unless it is known to 17 digits.
 *
 * There the Taylor series converges so fast that nothing better is needed in 64-bit precision.
 */
#include <math.h>

#include "x87.h"

#define QUARTER_HIGH 0x1.921fb544p+0L          /* 33 bits of pi/2 */
#define QUARTER_MID  0x1.0b4611a6p-34L         /* 33 more */
#define QUARTER_LOW  0x1.3198a2e03707344ap-69L /* and the rest */
#define TWO_PI_L     6.283185307179586476925286766559005768L
#define LARGE        0x1p30

struct angle {
    int quarter; /* 0 to 3 */
    long double rest;
};

static struct angle reduce(double x)
{
    long double a = x, q;

    if (fabs(x) > LARGE) {
        long double turn = TWO_PI_L;
        unsigned short flags;

        do
            __asm__("fprem1\n\tfnstsw %1" : "+t"(a), "=a"(flags) : "u"(turn));
        while (flags & 0x400); /* C2: not done yet */
    }
    q = x87_round(a * (4 / TWO_PI_L));
    return (struct angle){(long long)q & 3,
                          a - q * QUARTER_HIGH - q * QUARTER_MID - q * QUARTER_LOW};
}

/* first + first * x2 / (n (n+1)) * ... with alternating signs: sine from x, 2; cosine from 1, 1 */
static long double series(long double first, long double x2, int n)
{
    long double sum = 0, term = first;

    for (; n < 28; n += 2) {
        sum += term;
        term *= -x2 / (n * (n + 1));
    }
    return sum;
}

static long double sine(struct angle a)
{
    long double x2 = a.rest * a.rest;
    long double r = a.quarter & 1 ? series(1, x2, 1) : series(a.rest, x2, 2);

    return a.quarter & 2 ? -r : r;
}

double sin(double x)
{
    if (x == 0 || !isfinite(x))
        return x == 0 ? x : NAN;
    return sine(reduce(x));
}

double cos(double x)
{
    struct angle a;

    if (!isfinite(x))
        return NAN;
    a = reduce(x);
    a.quarter = (a.quarter + 1) & 3;
    return sine(a);
}

double tan(double x)
{
    struct angle a, b;

    if (x == 0 || !isfinite(x))
        return x == 0 ? x : NAN;
    a = b = reduce(x);
    b.quarter = (b.quarter + 1) & 3;
    return sine(a) / sine(b);
}

double atan(double x)
{
    return isnan(x) ? x : x87_atan2(x, 1);
}

double atan2(double y, double x)
{
    return isnan(x) || isnan(y) ? x + y : x87_atan2(y, x);
}

double asin(double x)
{
    return fabs(x) <= 1 ? x87_atan2(x, x87_sqrt((1 - (long double)x) * (1 + (long double)x))) : NAN;
}

double acos(double x)
{
    return fabs(x) <= 1 ? x87_atan2(x87_sqrt((1 - (long double)x) * (1 + (long double)x)), x) : NAN;
}
