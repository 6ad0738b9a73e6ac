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

double fmax(double x, double y)
{
    if (isnan(x) || isnan(y))
        return isnan(x) ? y : x;
    return x > y ? x : y;
}

double fmin(double x, double y)
{
    if (isnan(x) || isnan(y))
        return isnan(x) ? y : x;
    return x < y ? x : y;
}

double fdim(double x, double y)
{
    if (isnan(x) || isnan(y))
        return x + y;
    return x > y ? x - y : 0;
}
