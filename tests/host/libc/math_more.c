/* fma, lgamma, quotients, long double, the environment, complex numbers: against the host's. */
#define _GNU_SOURCE
#include <complex.h>
#include <fenv.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "check.h"

#define DRAWS 100000

#ifndef CMPLX /* glibc's header has it for gcc only */
#define CMPLX(x, y) ((double complex){(x), (y)})
#endif

static double draw_double(void)
{
    static const double corner[] = {
        0.0,       -0.0, 1,       -1,       0.5,       2,          INFINITY,
        -INFINITY, NAN,  DBL_MAX, -DBL_MAX, 0x1p-1074, -0x1p-1022, 0x1.fffffffffffffp-1,
        3,         1e300};
    uint64_t bits = draw();
    double x;

    switch (draw_below(5)) {
    case 0:
        return corner[draw_below(16)];
    case 1:
        memcpy(&x, &bits, sizeof(x));
        return isnan(x) ? NAN : x;
    case 2:
        return (int)draw_below(2001) - 1000;
    }
    return ldexp((double)(int64_t)bits, (int)draw_below(100) - 110);
}

static long double draw_long(void)
{
    long double x = draw_double();

    if (draw_below(4) == 0)
        x = ldexpl(x, (int)draw_below(32000) - 16000);
    return draw_below(2) && isfinite(x) ? nextafterl(x, draw_below(2) ? 1e9L : -1e9L) : x;
}

static bool same(long double a, long double b)
{
    return isnan(a) || isnan(b) ? isnan(a) && isnan(b) : a == b && !signbit(a) == !signbit(b);
}

static void fused(void)
{
    double t_fma(double, double, double);
    float t_fmaf(float, float, float);

    for (int i = 0; i < 5 * DRAWS; i++) {
        double a = draw_double(), b = draw_double(), c = draw_double();
        if (draw_below(3) == 0)
            c = -a * b; /* the sum is what the product lost */
        if (draw_below(3) == 0) {
            a = ldexp(a, -500);
            b = ldexp(b, -520);
            c = ldexp(c, -1010);
        }
        CHECK(same(fma(a, b, c), t_fma(a, b, c)), "fma(%a, %a, %a) is %a, not %a", a, b, c,
              t_fma(a, b, c), fma(a, b, c));
        float x = a, y = b, z = draw_below(3) ? c : -(float)a * (float)b;
        CHECK(same(fmaf(x, y, z), t_fmaf(x, y, z)), "fmaf(%a, %a, %a) is %a, not %a", x, y, z,
              t_fmaf(x, y, z), fmaf(x, y, z));
    }
}

static void gammas(void)
{
    double t_lgamma_r(double, int *);
    double worst = 0;

    for (int i = 0; i < DRAWS; i++) {
        int s = 1, t = 1;
        double x = draw_below(2) ? draw_double() : (int64_t)draw() / 0x1p63 * (i % 2 ? 3 : 200);
        long double want = lgammal_r(x, &s);
        double got = t_lgamma_r(x, &t);
        if (!isfinite(x) || isinf((double)want)) {
            CHECK(same(got, (double)want) || isinf(got), "lgamma(%a) is %a", x, got);
            continue;
        }
        long double scale = x > 0 ? fabsl(want) : fmaxl(fabsl(want), 1 + fabsl(x * logl(fabsl(x))));
        double ulps = scale == 0 ? got != 0 : fabsl(got - want) / scale * 0x1p52;
        worst = fmax(worst, ulps);
        CHECK(ulps <= (x > 0 ? 1 : 4), "lgamma(%a) is %a, not %La", x, got, want);
        CHECK(s == t || x == 0, "the sign of gamma(%a)", x);
    }
}

static void quotients(void)
{
    double t_remquo(double, double, int *), t_nexttoward(double, long double);
    float t_nexttowardf(float, long double);

    for (int i = 0; i < DRAWS; i++) {
        int p = 0, q = 0;
        double x = draw_double(), y = draw_double();
        double want = remquo(x, y, &p), got = t_remquo(x, y, &q);
        CHECK(same(want, got) && (isnan(want) || (p & 7) == (q & 7)), "remquo(%a, %a): %a %d", x, y,
              got, q);
        CHECK(isnan(want) || !q || (q > 0) == (!signbit(x) == !signbit(y)), "remquo(%a, %a): %d", x,
              y, q);
        long double to = draw_long();
        CHECK(same(nexttoward(x, to), t_nexttoward(x, to)), "nexttoward(%a, %La)", x, to);
        CHECK(same(nexttowardf(x, to), t_nexttowardf(x, to)), "nexttowardf(%a, %La)", x, to);
    }
}

#define LONG_ONE(name)                                                                             \
    do {                                                                                           \
        long double t_##name(long double);                                                         \
        CHECK(same(name(x), t_##name(x)), #name "(%La) is %La, not %La", x, t_##name(x), name(x)); \
    } while (0)
#define LONG_TWO(name)                                                                    \
    do {                                                                                  \
        long double t_##name(long double, long double);                                   \
        CHECK(same(name(x, y), t_##name(x, y)), #name "(%La, %La) is %La, not %La", x, y, \
              t_##name(x, y), name(x, y));                                                \
    } while (0)

static void longs(void)
{
    long double t_frexpl(long double, int *), t_ldexpl(long double, int), t_sinl(long double);
    int t_ilogbl(long double);

    for (int i = 0; i < DRAWS; i++) {
        long double x = draw_long(), y = draw_long();
        LONG_ONE(fabsl);
        LONG_ONE(floorl);
        LONG_ONE(ceill);
        LONG_ONE(truncl);
        LONG_ONE(roundl);
        LONG_ONE(rintl);
        LONG_ONE(sqrtl);
        LONG_ONE(logbl);
        LONG_TWO(copysignl);
        LONG_TWO(fmodl);
        LONG_TWO(remainderl);
        LONG_TWO(nextafterl);
        LONG_TWO(fdiml);
        int p = 0, q = 0, shift = (int)draw_below(40000) - 20000;
        CHECK(same(frexpl(x, &p), t_frexpl(x, &q)) && (!isfinite(x) || p == q), "frexpl(%La)", x);
        CHECK(same(ldexpl(x, shift), t_ldexpl(x, shift)), "ldexpl(%La, %d)", x, shift);
        CHECK(!isfinite(x) || x == 0 || ilogbl(x) == t_ilogbl(x), "ilogbl(%La)", x);
    }
    CHECK(fabsl(t_sinl(1.0L) - sinl(1.0L)) < 0x1p-53L, "sinl");
}

static void environment(void)
{
    int t_feraiseexcept(int), t_fetestexcept(int), t_feclearexcept(int), t_fesetround(int);
    int t_feholdexcept(void *), t_feupdateenv(const void *), t_fegetround(void);
    double t_nearbyint(double), t_rint(double);
    static const int modes[] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};
    volatile double third = 3, one = 1, zero = 0;
    volatile long double wide_one = 1, wide_zero = 0;

    for (int i = 0; i < 4; i++) {
        CHECK(t_fesetround(modes[i]) == 0 && fegetround() == modes[i], "mode %x", modes[i]);
        CHECK(t_fegetround() == modes[i], "mode %x", modes[i]);
        CHECK((one / third * third < 1) == (i == 1 || i == 3), "1/3 in mode %x", modes[i]);
        CHECK(same(t_rint(2.5), rint(2.5)) && same(t_rint(-2.5), rint(-2.5)), "%x", modes[i]);
    }
    CHECK(t_fesetround(1) != 0 && t_fesetround(FE_TONEAREST) == 0, "no mode");
    t_feclearexcept(FE_ALL_EXCEPT);
    CHECK(t_nearbyint(0.3) == 0 && t_fetestexcept(FE_ALL_EXCEPT) == 0, "nearbyint raises nothing");
    wide_zero = wide_one / wide_zero;
    CHECK(t_fetestexcept(FE_ALL_EXCEPT) == FE_DIVBYZERO, "by the x87");
    unsigned env[8];
    CHECK(t_feholdexcept(env) == 0 && t_fetestexcept(FE_ALL_EXCEPT) == 0, "held");
    zero = zero / zero;
    CHECK(fetestexcept(FE_ALL_EXCEPT) == FE_INVALID, "by SSE");
    t_feupdateenv(env);
    CHECK(fetestexcept(FE_ALL_EXCEPT) == (FE_INVALID | FE_DIVBYZERO), "both");
    t_feclearexcept(FE_DIVBYZERO);
    CHECK(fetestexcept(FE_ALL_EXCEPT) == FE_INVALID, "one is cleared");
    t_feclearexcept(FE_ALL_EXCEPT);
    t_feraiseexcept(FE_OVERFLOW);
    CHECK(fetestexcept(FE_ALL_EXCEPT) == FE_OVERFLOW, "raised");
    feclearexcept(FE_ALL_EXCEPT);
}

/* Relative to the whole number: within a few units of its last place. */
#define NEAR(name, ...)                                                                         \
    do {                                                                                        \
        double complex t_##name(COMPLEX_ARGS(__VA_ARGS__));                                     \
        double complex got = t_##name(__VA_ARGS__), want = name(__VA_ARGS__);                   \
        double e = cabs(got - want) / cabs(want);                                               \
        CHECK(!isfinite(cabs(want)) || cabs(want) < 1e-300 || e < 1e-13,                        \
              #name "(%g, %g) is %g %g, not %g %g", creal(z), cimag(z), creal(got), cimag(got), \
              creal(want), cimag(want));                                                        \
    } while (0)
#define COMPLEX_ARGS(...)          COMPLEX_PICK(__VA_ARGS__, C2, C1)()
#define COMPLEX_PICK(a, b, c, ...) c
#define C1()                       double complex
#define C2()                       double complex, double complex

static void complexes(void)
{
    double t_cabs(double complex), t_carg(double complex);

    for (int i = 0; i < DRAWS / 4; i++) {
        double re = (int64_t)draw() / 0x1p61, im = (int64_t)draw() / 0x1p61;
        double complex z = CMPLX(re, im), w = CMPLX(im / 2, re - im);
        CHECK(same(t_cabs(z), cabs(z)) || fabs(t_cabs(z) / cabs(z) - 1) < 1e-15, "cabs");
        CHECK(fabs(t_carg(z) - carg(z)) < 1e-15, "carg");
        NEAR(cexp, z);
        NEAR(clog, z);
        NEAR(csqrt, z);
        NEAR(cpow, z, w);
        NEAR(csin, z);
        NEAR(ccos, z);
        NEAR(ctan, z);
        NEAR(csinh, z);
        NEAR(ccosh, z);
        NEAR(ctanh, z);
        NEAR(casin, z);
        NEAR(cacos, z);
        NEAR(catan, z);
        NEAR(casinh, z);
        NEAR(cacosh, z);
        NEAR(catanh, z);
        NEAR(conj, z);
        NEAR(cproj, z);
    }
}

int main(void)
{
    fused();
    gammas();
    quotients();
    longs();
    environment();
    complexes();
    return verdict("math_more");
}
