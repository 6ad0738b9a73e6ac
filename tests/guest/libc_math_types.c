/* <tgmath.h> takes the function of its argument's type; dlopen fails and says why, once. */
/* machine: det=1 cpus=1 */
#include "check.h"
#include <dlfcn.h>
#include <fenv.h>
#include <tgmath.h>

static void types(void)
{
    float f = 0.5f;
    double d = 0.5;
    long double l = 0.5L;
    float _Complex fz = CMPLXF(0, 1);
    double _Complex z = CMPLX(0, 1);

    CHECK_EQ(sizeof(sin(f)), sizeof(float));
    CHECK_EQ(sizeof(sin(d)), sizeof(double));
    CHECK_EQ(sizeof(sin(1)), sizeof(double));
    CHECK_EQ(sizeof(sin(l)), sizeof(long double));
    CHECK_EQ(sizeof(sin(fz)), 2 * sizeof(float));
    CHECK_EQ(sizeof(fabs(z)), sizeof(double));
    CHECK_EQ(sizeof(pow(f, f)), sizeof(float));
    CHECK_EQ(sizeof(pow(f, d)), sizeof(double));
    CHECK_EQ(sizeof(pow(f, z)), sizeof(double _Complex));
    CHECK_EQ(sizeof(fma(f, f, l)), sizeof(long double));
    CHECK_EQ(sizeof(hypot(f, 1)), sizeof(double));
    CHECK_EQ(sizeof(carg(f)), sizeof(float));
    CHECK(creal(exp(z)) == cos(1));
    CHECK(cimag(exp(z)) == sin(1));
    CHECK(pow(2, 10) == 1024);
    CHECK(fabs(z) == 1);
    CHECK(ldexp(f, 3) == 4);
    CHECK(erf(0.0) == 0 && tgamma(5) == 24 && fma(2.0, 3.0, 4.0) == 10);
}

static void modes(void)
{
    volatile double one = 1, three = 3;

    CHECK_EQ(fegetround(), FE_TONEAREST);
    CHECK_EQ(fesetround(FE_UPWARD), 0);
    CHECK(one / three * three > 1);
    CHECK_EQ(fesetenv(FE_DFL_ENV), 0);
    CHECK_EQ(fegetround(), FE_TONEAREST);
    CHECK_EQ(fetestexcept(FE_ALL_EXCEPT), 0);
    one = one / three;
    CHECK_EQ(fetestexcept(FE_ALL_EXCEPT), FE_INEXACT);
}

int main(void)
{
    types();
    modes();
    CHECK(!dlerror());
    CHECK(!dlopen("libm.so", RTLD_NOW));
    CHECK(strstr(dlerror(), "no shared libraries"));
    CHECK(!dlerror());
    CHECK(!dlsym(NULL, "main"));
    CHECK_EQ(dlclose(NULL), -1);
    return 0;
}
