/* <math.h> calls these functions for compilers without the builtin ones. */
#include <math.h>

int __fpclassify(double x);
int __fpclassifyf(float x);
int __signbit(double x);

int __fpclassify(double x)
{
    return fpclassify(x);
}

int __fpclassifyf(float x)
{
    return fpclassify(x);
}

int __signbit(double x)
{
    return signbit(x) != 0;
}
