/* The next number of a format on the way to a long double. */
#include <math.h>
#include <stdint.h>

union parts {
    long double x;
    struct {
        uint64_t significand;
        uint16_t sign_exponent;
    };
};

#define ONE (1ull << 63)

long double nextafterl(long double x, long double y)
{
    union parts p = {x};

    if (isnan(x) || isnan(y))
        return x + y;
    if (x == y)
        return y;
    if (x == 0)
        return copysignl(0x1p-16445L, y);
    if ((x < y) == (x > 0)) {
        if (++p.significand == 0 || (p.significand == ONE && p.sign_exponent << 1 == 0)) {
            p.significand = ONE;
            p.sign_exponent++;
        }
    } else if (p.significand-- == ONE) {
        /* Below a power of two, or the greatest subnormal number, or the greatest of all. */
        p.sign_exponent--;
        if (p.sign_exponent << 1 & 0xffff)
            p.significand = ~0ull;
    }
    return p.x;
}

long double nexttowardl(long double x, long double y)
{
    return nextafterl(x, y);
}

/* A step towards y and one towards infinity are in the same direction. */
double nexttoward(double x, long double y)
{
    if (isnan(x) || isnan(y))
        return x + y;
    return x == y ? (double)y : nextafter(x, y > x ? HUGE_VAL : -HUGE_VAL);
}

float nexttowardf(float x, long double y)
{
    if (isnan(x) || isnan(y))
        return x + y;
    return x == y ? (float)y : nextafterf(x, y > x ? HUGE_VALF : -HUGE_VALF);
}
