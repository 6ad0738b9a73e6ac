/*
 * a b + c with one rounding.  In the wider format, a product of two doubles is the sum of two
 * numbers (Dekker, "A floating-point technique for extending the available precision", 1971), and
 * so is a sum of two (Knuth).  The last additions round to odd: what is left out sets the last bit.
 * So the rounding to a double afterwards sees that something was left out (Boldo and Melquiond,
 * "Emulation of FMA and correctly rounded sums: proved algorithms using rounding to odd", 2008).
 */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "x87.h"

#define HALF (0x1p32L + 1)

struct pair {
    long double sum, rest;
};

static struct pair two_sum(long double a, long double b)
{
    long double sum = a + b, of_b = sum - a;

    return (struct pair){sum, (a - (sum - of_b)) + (b - of_b)};
}

static struct pair two_product(long double a, long double b)
{
    long double ah = a * HALF - (a * HALF - a), al = a - ah;
    long double bh = b * HALF - (b * HALF - b), bl = b - bh;
    long double product = a * b;

    return (struct pair){product, ah * bh - product + ah * bl + al * bh + al * bl};
}

/* a + b; if it is not exact, the neighbour with an odd last bit. */
static long double add_to_odd(long double a, long double b)
{
    struct pair p = two_sum(a, b);
    uint64_t bits;

    memcpy(&bits, &p.sum, sizeof(bits));
    if (p.rest == 0 || bits & 1)
        return p.sum;
    /* It was rounded away from the rest's side: back over the sum, or on. */
    bool away = (p.sum > 0) == (p.rest > 0);
    return away ? nextafterl(p.sum, p.sum > 0 ? HUGE_VAL : -HUGE_VAL) : nextafterl(p.sum, 0);
}

long double __math_fma(double a, double b, double c)
{
    struct pair product = two_product(a, b);
    struct pair low = two_sum(c, product.rest);
    struct pair high = two_sum(product.sum, low.sum);
    long double rest = add_to_odd(low.rest, high.rest);

    return add_to_odd(high.sum, rest);
}

/* Where the wider format rounds nothing. */
static bool is_simple(double a, double b, double c)
{
    return !isfinite(a) || !isfinite(b) || !isfinite(c) || a == 0 || b == 0;
}

double fma(double a, double b, double c)
{
    return is_simple(a, b, c) ? (long double)a * b + c : (double)__math_fma(a, b, c);
}

float fmaf(float a, float b, float c)
{
    return is_simple(a, b, c) ? (double)a * b + c : (float)__math_fma(a, b, c);
}
