/* The float and long double forms: the double functions. */
#include <complex.h>

#define FORMS_1(name)                                  \
    float complex name##f(float complex z)             \
    {                                                  \
        return name(z);                                \
    }                                                  \
    long double complex name##l(long double complex z) \
    {                                                  \
        return name(z);                                \
    }
#define FORMS_REAL(name)                       \
    float name##f(float complex z)             \
    {                                          \
        return name(z);                        \
    }                                          \
    long double name##l(long double complex z) \
    {                                          \
        return name(z);                        \
    }

FORMS_REAL(cabs)
FORMS_REAL(carg)
FORMS_1(cproj)
FORMS_1(cexp)
FORMS_1(clog)
FORMS_1(csqrt)
FORMS_1(csin)
FORMS_1(ccos)
FORMS_1(ctan)
FORMS_1(csinh)
FORMS_1(ccosh)
FORMS_1(ctanh)
FORMS_1(casin)
FORMS_1(cacos)
FORMS_1(catan)
FORMS_1(casinh)
FORMS_1(cacosh)
FORMS_1(catanh)

/* These are exact. */
float crealf(float complex z)
{
    return __real__ z;
}

long double creall(long double complex z)
{
    return __real__ z;
}

float cimagf(float complex z)
{
    return __imag__ z;
}

long double cimagl(long double complex z)
{
    return __imag__ z;
}

float complex conjf(float complex z)
{
    return CMPLXF(__real__ z, -__imag__ z);
}

long double complex conjl(long double complex z)
{
    return CMPLXL(__real__ z, -__imag__ z);
}

float complex cpowf(float complex z, float complex w)
{
    return cpow(z, w);
}

long double complex cpowl(long double complex z, long double complex w)
{
    return cpow(z, w);
}
