/* Roots, distances, and the larger of two. */
#include <math.h>

#include "x87.h"

double sqrt(double x)
{
    __asm__("sqrtsd %0, %0" : "+x"(x));
    return x;
}

float sqrtf(float x)
{
    __asm__("sqrtss %0, %0" : "+x"(x));
    return x;
}

/* The squares of doubles neither overflow nor vanish in the wider format. */
double hypot(double x, double y)
{
    if (isinf(x) || isinf(y))
        return HUGE_VAL;
    return x87_sqrt((long double)x * x + (long double)y * y);
}

/* +0 is greater than -0 here (C11 F.10.9.2, a footnote). */
double fmax(double x, double y)
{
    return isnan(x) || x < y || (x == y && signbit(x)) ? y : x;
}

double fmin(double x, double y)
{
    return isnan(x) || y < x || (x == y && signbit(y)) ? y : x;
}

double fdim(double x, double y)
{
    if (isnan(x) || isnan(y))
        return x + y;
    return x > y ? x - y : 0;
}
