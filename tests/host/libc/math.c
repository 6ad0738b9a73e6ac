/*
 * Mathematics against the host's in long double, which has 11 bits more: what is written after
 * each function below is the error allowed, in units in the last place of the exact result.
 */
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "check.h"

#define DRAWS 30000

/* The error in units in the last place; infinity counts as the number after the largest. */
static double error(double got, long double want, int digits, int min_exp)
{
    long double end = ldexpl(1, digits == 24 ? 128 : 1024), g = got;
    if (isnan(got) || isnan(want))
        return isnan(got) && isnan(want) ? 0 : HUGE_VAL;
    if (!signbit(got) != !signbit(want))
        return HUGE_VAL;
    g = fminl(fabsl(g), end);
    want = fminl(fabsl(want), end);
    int e;
    frexpl(want, &e);
    if (want == 0 || e < min_exp)
        e = min_exp;
    return fabsl(ldexpl(g - want, digits - e));
}

static double error_double(double got, long double want)
{
    return error(got, want, DBL_MANT_DIG, DBL_MIN_EXP);
}

static double error_float(float got, long double want)
{
    return error(got, want, FLT_MANT_DIG, FLT_MIN_EXP);
}

static const double corner[] = {
    0.0, -0.0, 1, -1, 0.5, -0.5, 2, -2, 1.5, 2.5, -2.5, 3, 1e300, -1e300, 1e-300, 1e9, INFINITY,
    -INFINITY, NAN,
    /* the ends of the format and of its subnormal numbers */
    0x1p-1074, -0x1p-1074, 0x1.ffffffffffffcp-1023, 0x1p-1022, -0x1p-1022, DBL_MAX, -DBL_MAX,
    0x1p-149, 0x1.fffffcp-127, 0x1p-126, FLT_MAX, -FLT_MAX,
    /* about 1, halfway cases, and where integers have no fraction any more */
    0x1.fffffffffffffp-1, 0x1.0000000000001p+0, -0x1.fffffffffffffp-1, -0x1.0000000000001p+0,
    0x1.fffffffffffffp-2, -0x1.fffffffffffffp-2, 0x1p52, 0x1p53, -0x1p53, 0x1p63, 0x1p64,
    4503599627370495.5, -4503599627370495.5, 4503599627370494.5, 9007199254740991, 0x1p-53, 0x1p-54,
    /* where exp, exp2, sinh and cosh leave the numbers, above and below */
    0x1.62e42fefa39efp+9, 0x1.62e42fefa39fp+9, -0x1.74910d52d3051p+9, -0x1.74910d52d3052p+9, -708.5,
    710.4758600739439, 710.475860073944, -710.4758600739439, 1023.9999999999999, 1024, -1022.5,
    -1074, -1074.5, -1075, -1075.5, 1e4, -1e4, 12000, 20000, 1e10, -1e10,
    /* near multiples of pi/2; the last but one is nearer than any other double */
    0x1.921fb54442d18p+0, 0x1.921fb54442d18p+1, 3, 22, 355, 710, 52174, 573204, 1e16, 1e22,
    0x1.6ac5b262ca1ffp+849, 0x1p1023};
#define CORNERS (sizeof(corner) / sizeof(*corner))

/* Of every magnitude, and more of those that are neither tiny nor huge. */
static double draw_number(void)
{
    double x = (double)(int64_t)draw() / 0x1p63;
    uint64_t bits = draw();
    switch (draw_below(6)) {
    case 0:
        memcpy(&x, &bits, sizeof(x));
        return isnan(x) ? NAN : x; /* C has no rules for signaling ones */
    case 1:
        return ldexp(x, (int)draw_below(120) - 60);
    case 2:
        return (int)draw_below(2001) - 1000;
    case 3:
        return x * 1100;
    case 4: /* the doubles next to a multiple of pi/2 */
        return draw_below(1 << 20) * 1.57079632679489661923;
    }
    return x * 10;
}

/* With an argument the program prints the largest error of each function. */
static bool measuring;

static void measured(const char *name, double worst)
{
    if (measuring)
        fprintf(stderr, "%-10s %.4f\n", name, worst);
}

#define ONE(name, allowed)                                                                        \
    do {                                                                                          \
        double worst = 0, t_##name(double);                                                       \
        float t_##name##f(float);                                                                 \
        for (int i = 0; i < DRAWS + (int)CORNERS; i++) {                                          \
            double x = i < (int)CORNERS ? corner[i] : draw_number();                              \
            double got = t_##name(x), e = error_double(got, name##l(x));                          \
            float f = x, f_got = t_##name##f(f);                                                  \
            double f_e = error_float(f_got, name##l(f));                                          \
            CHECK(e <= (allowed), #name "(%a) = %a, not %La: %g", x, got, name##l(x), e);         \
            CHECK(f_e <= ((allowed) > 0 ? 0.5001 : 0), #name "f(%a) = %a, not %La: %g", f, f_got, \
                  name##l(f), f_e);                                                               \
            worst = fmax(worst, e);                                                               \
        }                                                                                         \
        measured(#name, worst);                                                                   \
    } while (0)

#define TWO(name, allowed)                                                                 \
    do {                                                                                   \
        double worst = 0, t_##name(double, double);                                        \
        for (int i = 0; i < DRAWS + (int)(CORNERS * CORNERS); i++) {                       \
            int at = i < (int)(CORNERS * CORNERS) ? i : -1;                                \
            double x = at >= 0 ? corner[at / CORNERS] : draw_number();                     \
            double y = at >= 0 ? corner[at % CORNERS] : draw_number();                     \
            double got = t_##name(x, y);                                                   \
            long double want = (allowed) > 0 ? name##l(x, y) : name(x, y);                 \
            double e = error_double(got, want);                                            \
            CHECK(e <= (allowed), #name "(%a, %a) = %a, not %La: %g", x, y, got, want, e); \
            worst = fmax(worst, e);                                                        \
        }                                                                                  \
        measured(#name, worst);                                                            \
    } while (0)

/* Zeros with their signs; one NaN is as good as another. */
static int same(double a, double b)
{
    return isnan(a) || isnan(b) ? isnan(a) && isnan(b) : !memcmp(&a, &b, sizeof(a));
}

static void parts(void)
{
    double t_frexp(double, int *), t_ldexp(double, int), t_modf(double, double *);
    double t_scalbln(double, long), t_logb(double), t_nextafter(double, double);
    double t_fmax(double, double), t_fmin(double, double), t_sin(double), t_cos(double);
    void t_sincos(double, double *, double *);
    float t_ldexpf(float, int), t_nextafterf(float, float), t_modff(float, float *);
    float t_frexpf(float, int *);
    float t_scalblnf(float, long);
    int t_ilogb(double), t_ilogbf(float);
    long long t_llroundf(float), t_llrintf(float);
    long t_lround(double), t_lrint(double), t_lroundf(float), t_lrintf(float);

    for (int i = 0; i < DRAWS + (int)CORNERS; i++) {
        double x = i < (int)CORNERS ? corner[i] : draw_number();
        double y = i % 2 ? corner[draw_below(CORNERS)] : draw_number();
        int e = 0, t_e = 0, shift = (int)draw_below(4400) - 2200;
        float f = x;
        CHECK(same(frexp(x, &e), t_frexp(x, &t_e)), "frexp %a", x);
        CHECK((!isfinite(x) || e == t_e), "frexp %a", x);
        CHECK(same(frexpf(f, &e), t_frexpf(f, &t_e)), "frexpf %a", f);
        CHECK((!isfinite(f) || e == t_e), "frexpf %a", f);
        CHECK(same(ldexp(x, shift), t_ldexp(x, shift)), "ldexp %a %d", x, shift);
        CHECK(same(ldexpf(f, shift / 4), t_ldexpf(f, shift / 4)), "ldexpf %a %d", f, shift / 4);
        CHECK(same(scalbln(x, LONG_MAX - i), t_scalbln(x, LONG_MAX - i)), "scalbln %a", x);
        CHECK(same(scalbln(x, LONG_MIN + i), t_scalbln(x, LONG_MIN + i)), "scalbln %a", x);
        double w, t_w;
        CHECK(same(modf(x, &w), t_modf(x, &t_w)), "modf %a", x);
        CHECK(same(w, t_w), "modf %a", x);
        float fw, t_fw;
        CHECK(same(modff(f, &fw), t_modff(f, &t_fw)), "modff %a", f);
        CHECK(same(fw, t_fw), "modff %a", f);
        CHECK(same(scalblnf(f, shift), t_scalblnf(f, shift)), "scalblnf %a %d", f, shift);
        CHECK(!isfinite(f) || f == 0 || ilogbf(f) == t_ilogbf(f), "ilogbf %a", f);
        CHECK(same(logb(x), t_logb(x)), "logb %a", x);
        CHECK(!isfinite(x) || x == 0 || ilogb(x) == t_ilogb(x), "ilogb %a", x);
        CHECK(same(nextafterf(f, y), t_nextafterf(f, y)), "nextafterf %a %a", f, y);
        CHECK(same(nextafter(x, y), t_nextafter(x, y)), "nextafter %a %a", x, y);
        t_sincos(x, &w, &t_w);
        CHECK(same(w, t_sin(x)), "sincos %a", x);
        CHECK(same(t_w, t_cos(x)), "sincos %a", x);
        /* + 0: of two zeros either is the larger one for the host's library */
        CHECK(same(fmax(x, y) + 0, t_fmax(x, y) + 0), "fmax %a %a", x, y);
        CHECK(same(fmin(x, y) + 0, t_fmin(x, y) + 0), "fmin %a %a", x, y);
        if (!(fabs(x) < 0x1p62))
            continue;
        CHECK(llroundf(f) == t_llroundf(f), "llroundf %a", f);
        CHECK(llrintf(f) == t_llrintf(f), "llroundf %a", f);
        CHECK(lround(x) == t_lround(x), "lround %a", x);
        CHECK(lroundf(f) == t_lroundf(f), "lround %a", x);
        CHECK(lrint(x) == t_lrint(x), "lrint %a", x);
        CHECK(lrintf(f) == t_lrintf(f), "lrint %a", x);
    }
    CHECK(!signbit(t_fmax(-0.0, 0.0)) && !signbit(t_fmax(0.0, -0.0)), "fmax of zeros");
    CHECK(signbit(t_fmin(-0.0, 0.0)) && signbit(t_fmin(0.0, -0.0)), "fmin of zeros");
    CHECK(t_ilogb(0) == FP_ILOGB0 && t_ilogb(NAN) == FP_ILOGBNAN && t_ilogb(-INFINITY) == INT_MAX,
          "ilogb of what has no exponent");
}

int main(int argc, char **argv)
{
    (void)argv;
    measuring = argc > 1;
    ONE(sqrt, 0.5);
    ONE(floor, 0);
    ONE(ceil, 0);
    ONE(trunc, 0);
    ONE(round, 0);
    ONE(rint, 0);
    ONE(nearbyint, 0);
    ONE(fabs, 0);
    ONE(exp, 0.51);
    ONE(exp2, 0.51);
    ONE(expm1, 0.51);
    ONE(log, 0.51);
    ONE(log2, 0.51);
    ONE(log10, 0.51);
    ONE(log1p, 0.51);
    ONE(cbrt, 0.51);
    ONE(sin, 0.51);
    ONE(cos, 0.51);
    ONE(tan, 0.51);
    ONE(asin, 0.51);
    ONE(acos, 0.51);
    ONE(atan, 0.51);
    ONE(sinh, 0.51);
    ONE(cosh, 0.51);
    ONE(tanh, 0.51);
    ONE(asinh, 0.51);
    ONE(acosh, 0.51);
    ONE(atanh, 0.51);
    ONE(erf, 0.51);
    ONE(erfc, 0.52);
    ONE(tgamma, 0.6);
    TWO(pow, 0.86); /* its exponent, up to 1024, is rounded to 64 bits */
    TWO(fmod, 0);
    TWO(remainder, 0);
    TWO(atan2, 0.51);
    TWO(hypot, 0.51);
    TWO(fdim, 0);
    TWO(copysign, 0);
    parts();
    return verdict("math");
}
