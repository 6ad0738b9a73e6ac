/* remquo: the remainder, and the last three bits of the quotient, which are in the flags C0, C3 and
 * C1 at the end (Intel SDM 2, FPREM1). */
#include <math.h>

#define C0 0x100
#define C1 0x200
#define C2 0x400
#define C3 0x4000

long double remquol(long double x, long double y, int *quotient)
{
    int sign = !signbit(x) == !signbit(y) ? 1 : -1;

    *quotient = 0;
    if (isnan(x) || isnan(y) || isinf(x) || y == 0)
        return isnan(x) || isnan(y) ? x + y : NAN;
    if (isinf(y))
        return x;
    unsigned short flags;
    do
        __asm__("fprem1\n\tfnstsw %1" : "+t"(x), "=a"(flags) : "u"(y));
    while (flags & C2);
    *quotient = sign * (!!(flags & C0) * 4 + !!(flags & C3) * 2 + !!(flags & C1));
    return x;
}

double remquo(double x, double y, int *quotient)
{
    return remquol(x, y, quotient);
}

float remquof(float x, float y, int *quotient)
{
    return remquol(x, y, quotient);
}
