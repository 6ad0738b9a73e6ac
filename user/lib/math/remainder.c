/* Remainders, exact: the instruction reduces the exponent by up to 63 a time (Intel SDM 2, FPREM).
 * C2 is the flag that says it has to go on. */
#include <math.h>

#define C2 0x400

double fmod(double x, double y)
{
    long double a = x, b = y;

    if (isnan(x) || isnan(y) || isinf(x) || y == 0)
        return isnan(x) || isnan(y) ? x + y : NAN;
    unsigned short flags;
    do
        __asm__("fprem\n\tfnstsw %1" : "+t"(a), "=a"(flags) : "u"(b));
    while (flags & C2);
    return a;
}

double remainder(double x, double y)
{
    long double a = x, b = y;

    if (isnan(x) || isnan(y) || isinf(x) || y == 0)
        return isnan(x) || isnan(y) ? x + y : NAN;
    unsigned short flags;
    do
        __asm__("fprem1\n\tfnstsw %1" : "+t"(a), "=a"(flags) : "u"(b));
    while (flags & C2);
    return a;
}
