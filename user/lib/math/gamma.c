/*
 * The gamma function (Abramowitz and Stegun, chapter 6).  Stirling's series is precise from 20 on;
 * smaller arguments are moved there by gamma(x) = gamma(x + 1) / x.  The logarithm is 0 at 1 and
 * 2, and needs another series there.  Below 0 both follow by reflection.
 */
#include <math.h>

#include "x87.h"

#define PIL          3.141592653589793238462643383279502884L
#define HALF_LN_2PIL 0.918938533204672741780329736405617640L
#define EULERL       0.577215664901532860606512090082402431L
#define SERIES_FROM  20
#define HUGE_ARG     1700 /* beyond, gamma is not even a long double */

int signgam;

/* zeta(k) - 1 for k = 2, 3 ...: the sum of 1 / n^k from n = 2 on. */
static const long double zeta_1[] = {
    6.449340668482264364724151666460e-1L,  2.020569031595942853997381615114e-1L,
    8.232323371113819151600369654117e-2L,  3.692775514336992633136548645703e-2L,
    1.734306198444913971451792979092e-2L,  8.349277381922826839797549849797e-3L,
    4.077356197944339378685238508652e-3L,  2.008392826082214417852769232412e-3L,
    9.945751278180853371459589003190e-4L,  4.941886041194645587022825264699e-4L,
    2.460865533080482986379980477397e-4L,  1.227133475784891467518365263574e-4L,
    6.124813505870482925854510513533e-5L,  3.058823630702049355172851064506e-5L,
    1.528225940865187173257148763672e-5L,  7.637197637899762273600293563029e-6L,
    3.817293264999839856461644621940e-6L,  1.908212716553938925656957795101e-6L,
    9.539620338727961131520386834493e-7L,  4.769329867878064631167196043730e-7L,
    2.384505027277329900036481867530e-7L,  1.192199259653110730677887188823e-7L,
    5.960818905125947961244020793580e-8L,  2.980350351465228018606370506937e-8L,
    1.490155482836504123465850663070e-8L,  7.450711789835429491981004170604e-9L,
    3.725334024788457054819204018402e-9L,  1.862659723513049006403909945417e-9L,
    9.313274324196681828717647350212e-10L, 4.656629065033784072989233251220e-10L,
    2.328311833676505492001455975940e-10L, 1.164155017270051977592973835456e-10L,
    5.820772087902700889243685989106e-11L, 2.910385044497099686929425227884e-11L};
#define ZETAS (int)(sizeof(zeta_1) / sizeof(*zeta_1))

/* The rest of Stirling's formula, in 1/z: B(2n) / (2n (2n - 1) z^(2n - 1)). */
static long double stirling_rest(long double z)
{
    static const long double factor[] = {
        1 / 12.0L,        -1 / 360.0L, 1 / 1260.0L,       -1 / 1680.0L,      1 / 1188.0L,
        -691 / 360360.0L, 1 / 156.0L,  -3617 / 122400.0L, 43867 / 244188.0L, -174611 / 125400.0L};
    long double sum = 0, z2 = 1 / (z * z);

    for (int i = sizeof(factor) / sizeof(*factor) - 1; i >= 0; i--)
        sum = sum * z2 + factor[i];
    return sum / z;
}

/* log(gamma(2 + e)), |e| <= 1/2 */
static long double log_near_2(long double e)
{
    long double sum = 0;

    for (int k = ZETAS + 1; k >= 2; k--)
        sum = zeta_1[k - 2] / k - sum * e;
    return e * (1 - EULERL + sum * e);
}

/* log(gamma(x)), x > 0 */
static long double log_positive(long double x)
{
    if (x < 0.5L)
        return log_positive(x + 1) - x87_ylog2(LN2L, x);
    if (x < 1.5L)
        return log_near_2(x - 1) - (x == 1 ? 0 : __math_log1p(x - 1));
    if (x <= 2.5L)
        return log_near_2(x - 2);
    long double product = 1;
    for (; x < SERIES_FROM; x++)
        product *= x;
    return (x - 0.5L) * (x87_ylog2(LN2L, x) - 1) - 0.5L + HALF_LN_2PIL + stirling_rest(x) -
           x87_ylog2(LN2L, product);
}

/* z^n by squaring: its error grows with n only. */
static long double power(long double z, unsigned n)
{
    long double r = 1;

    for (; n; n >>= 1, z *= z)
        if (n & 1)
            r *= z;
    return r;
}

/* gamma(x), 0 < x < HUGE_ARG: sqrt(2 pi / z) (z / e)^z e^rest */
static long double gamma_positive(long double x)
{
    long double product = 1, z = x;

    for (; z < SERIES_FROM; z++)
        product *= z;
    unsigned n = z;
    long double part = x87_ylog2(z - n, z); /* log2 of z to the power of its fraction */
    return x87_sqrt(2 * PIL / z) * power(z, n) * __math_exp2(part) * __math_exp(-z) *
           __math_exp(stirling_rest(z)) / product;
}

double tgamma(double x)
{
    if (isnan(x) || x == HUGE_VAL)
        return x;
    if (x == 0)
        return copysign(HUGE_VAL, x);
    if (x < 0 && x == floor(x))
        return NAN;
    if (x > HUGE_ARG)
        return HUGE_VAL;
    if (x > 0)
        return gamma_positive(x);
    if (x < -HUGE_ARG)
        return fmod(floor(x), 2) == 0 ? 0.0 : -0.0;
    return -PIL / (x * __math_sin_pi(x) * gamma_positive(-(long double)x));
}

double lgamma_r(double x, int *sign)
{
    *sign = signbit(x) && x == 0 ? -1 : 1;
    if (isnan(x))
        return x;
    if (isinf(x) || (x <= 0 && x == floor(x)))
        return HUGE_VAL;
    if (x > 0)
        return log_positive(x);
    long double sine = __math_sin_pi(x);
    if (sine < 0)
        *sign = -1;
    return x87_ylog2(LN2L, PIL / fabsl(x * sine)) - log_positive(-(long double)x);
}

double lgamma(double x)
{
    return lgamma_r(x, &signgam);
}
