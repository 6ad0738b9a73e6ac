/* A function built with -pg gets the arguments, and gives the result, that it does without. */
#include "check.h"
#include <stdarg.h>

#ifdef __clang__ /* has no clones */
#define CALLED __attribute__((noinline))
#else
#define CALLED __attribute__((noinline, noclone))
#endif

typedef double pair __attribute__((vector_size(16)));

struct large {
    long member[5];
};

struct mixed {
    double real;
    long whole;
};

CALLED static long integers(long a, long b, long c, long d, long e, long f, long g)
{
    return a + 10 * (b + 10 * (c + 10 * (d + 10 * (e + 10 * (f + 10 * g)))));
}

CALLED static double reals(double a, double b, double c, double d, double e, double f, double g,
                           double h)
{
    return a + 10 * (b + 10 * (c + 10 * (d + 10 * (e + 10 * (f + 10 * (g + 10 * h))))));
}

CALLED static pair vectors(pair a, pair b, pair c)
{
    return a + b * c;
}

CALLED static double varied(int n, ...)
{
    double sum = 0;
    va_list args;
    va_start(args, n);
    for (int i = 0; i < n; i++)
        sum = 10 * sum + va_arg(args, double);
    va_end(args);
    return sum;
}

CALLED static struct large large(long first)
{
    return (struct large){{first, first + 1, first + 2, first + 3, first + 4}};
}

CALLED static struct mixed mixed(long whole, double real)
{
    return (struct mixed){real, whole};
}

int main(void)
{
    for (int i = 0; i < 3; i++) { /* the first call makes the arc */
        CHECK_EQ(integers(1, 2, 3, 4, 5, 6, 7), 7654321);
        CHECK_EQ(reals(1, 2, 3, 4, 5, 6, 7, 8), 87654321);
        pair p = vectors((pair){1, 2}, (pair){3, 4}, (pair){5, 6});
        CHECK_EQ(p[0], 16);
        CHECK_EQ(p[1], 26);
        CHECK_EQ(varied(5, 1.0, 2.0, 3.0, 4.0, 5.0), 12345);
        CHECK_EQ(large(7).member[4], 11);
        struct mixed m = mixed(3, 4.5);
        CHECK_EQ(m.whole, 3);
        CHECK_EQ(2 * m.real, 9);
    }
    return 0;
}
