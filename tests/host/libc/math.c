/*
 * Mathematics against the host's in long double: within one unit in the last place, exact where it
 * can be.
 */
#include <math.h>
#include <string.h>

#include "check.h"

/* How many doubles lie between the two; large for a NaN against a number. */
static double ulps(double a, double b)
{
    int64_t x, y;

    if (isnan(a) && isnan(b))
        return 0;
    if (isnan(a) || isnan(b))
        return HUGE_VAL;
    memcpy(&x, &a, sizeof x);
    memcpy(&y, &b, sizeof y);
    if (x < 0)
        x = INT64_MIN - x;
    if (y < 0)
        y = INT64_MIN - y;
    return fabs((double)((__int128)x - y));
}

static const double corner[] = {0.0,
                                -0.0,
                                1,
                                -1,
                                0.5,
                                -0.5,
                                2,
                                -2,
                                1.5,
                                2.5,
                                -2.5,
                                3,
                                1e300,
                                -1e300,
                                1e-300,
                                0x1p-1074,
                                0x1p52,
                                0x1p53,
                                4503599627370495.5,
                                0.49999999999999994,
                                INFINITY,
                                -INFINITY,
                                NAN,
                                709.9,
                                -745.2,
                                1e9};
#define CORNERS (sizeof corner / sizeof *corner)

static double draw_number(double range)
{
    double x = (double)(int64_t)draw() / 0x1p63;

    switch (draw_below(4)) {
    case 0:
        return x * range;
    case 1:
        return ldexp(x, (int)draw_below(120) - 60);
    case 2:
        return (int)draw_below(2001) - 1000;
    }
    return x * 10;
}

#define ONE(name, range, allowed)                                                                  \
    do {                                                                                           \
        double t_##name(double);                                                                   \
        for (int i = 0; i < 4000 + (int)CORNERS; i++) {                                            \
            double x = i < (int)CORNERS ? corner[i] : draw_number(range);                          \
            double got = t_##name(x), want = (allowed) ? (double)name##l(x) : name(x);             \
            if (fabs(x) > (range) && isfinite(x))                                                  \
                continue;                                                                          \
            CHECK(ulps(got, want) <= (allowed), #name "(%.17g) = %.17g, not %.17g", x, got, want); \
            CHECK(want != 0 || got != 0 || signbit(got) == signbit(want), #name "(%g): sign", x);  \
        }                                                                                          \
    } while (0)

#define TWO(name, range, allowed)                                                                \
    do {                                                                                         \
        double t_##name(double, double);                                                         \
        for (int i = 0; i < 4000 + (int)(CORNERS * CORNERS); i++) {                              \
            int at = i < (int)(CORNERS * CORNERS) ? i : -1;                                      \
            double x = at >= 0 ? corner[at / CORNERS] : draw_number(range);                      \
            double y = at >= 0 ? corner[at % CORNERS] : draw_number(range);                      \
            double got = t_##name(x, y);                                                         \
            double want = (allowed) ? (double)name##l(x, y) : name(x, y);                        \
            CHECK(ulps(got, want) <= (allowed), #name "(%.17g, %.17g) = %.17g, not %.17g", x, y, \
                  got, want);                                                                    \
        }                                                                                        \
    } while (0)

static void parts(void)
{
    double t_frexp(double, int *), t_ldexp(double, int), t_modf(double, double *);
    int t_ilogb(double);
    double t_nextafter(double, double);
    float t_floorf(float), t_nextafterf(float, float);
    long t_lround(double);

    for (int i = 0; i < 4000 + (int)CORNERS; i++) {
        double x = i < (int)CORNERS ? corner[i] : draw_number(1e6), w, t_w;
        int e = 0, t_e = 0, shift = (int)draw_below(2400) - 1200;

        CHECK(ulps(frexp(x, &e), t_frexp(x, &t_e)) == 0 && (!isfinite(x) || e == t_e), "frexp %g",
              x);
        CHECK(ulps(ldexp(x, shift), t_ldexp(x, shift)) == 0, "ldexp %a %d", x, shift);
        CHECK(ulps(modf(x, &w), t_modf(x, &t_w)) == 0 && ulps(w, t_w) == 0, "modf %g", x);
        CHECK(!isfinite(x) || ilogb(x) == t_ilogb(x), "ilogb %g", x);
        CHECK(ulps(floorf(x), t_floorf(x)) == 0, "floorf %g", x);
        CHECK(fabs(x) > 1e15 || isnan(x) || lround(x) == t_lround(x), "lround %.17g", x);
        CHECK(ulps(nextafterf(x, 0), t_nextafterf(x, 0)) == 0, "nextafterf %g", x);
        CHECK(ulps(nextafter(x, 5), t_nextafter(x, 5)) == 0, "nextafter %g", x);
    }
}

int main(void)
{
    ONE(sqrt, 1e308, 0);
    ONE(floor, 1e308, 0);
    ONE(ceil, 1e308, 0);
    ONE(trunc, 1e308, 0);
    ONE(round, 1e308, 0);
    ONE(rint, 1e308, 0);
    ONE(fabs, 1e308, 0);
    ONE(exp, 800, 1);
    ONE(exp2, 1100, 1);
    ONE(expm1, 800, 1);
    ONE(log, 1e308, 1);
    ONE(log2, 1e308, 1);
    ONE(log10, 1e308, 1);
    ONE(log1p, 1e308, 1);
    ONE(cbrt, 1e308, 1);
    ONE(sin, 1e9, 1);
    ONE(cos, 1e9, 1);
    ONE(tan, 1e9, 1);
    ONE(asin, 1, 1);
    ONE(acos, 1, 1);
    ONE(atan, 1e308, 1);
    ONE(sinh, 800, 1);
    ONE(cosh, 800, 1);
    ONE(tanh, 100, 1);
    ONE(asinh, 1e308, 1);
    ONE(acosh, 1e308, 1);
    ONE(atanh, 1, 1);
    TWO(pow, 1000, 1);
    TWO(fmod, 1e300, 0);
    TWO(remainder, 1e300, 0);
    TWO(atan2, 1e300, 1);
    TWO(hypot, 1e300, 1);
    TWO(fmax, 10, 0);
    TWO(fmin, 10, 0);
    TWO(fdim, 10, 0);
    TWO(copysign, 10, 0);
    parts();
    return verdict("math");
}
