/*
 * Two units compute: SSE for float and double, the x87 for long double.  A flag is raised if either
 * has it; a mode is set in both.  In MXCSR the rounding bits are three places further up.
 */
#include <fenv.h>

#define MXCSR_ROUND_SHIFT 3
#define MXCSR_MASKS       0x1f80 /* no exception traps */

const fenv_t __fenv_default = {.x87 = {0x37f, 0, 0xffff}, .mxcsr = MXCSR_MASKS};

static unsigned get_mxcsr(void)
{
    unsigned csr;

    __asm__ volatile("stmxcsr %0" : "=m"(csr));
    return csr;
}

static void set_mxcsr(unsigned csr)
{
    __asm__ volatile("ldmxcsr %0" : : "m"(csr));
}

int fegetenv(fenv_t *env)
{
    /* FNSTENV masks all exceptions, as a side effect. */
    __asm__ volatile("fnstenv %0\n\tfldenv %0" : "=m"(env->x87));
    env->mxcsr = get_mxcsr();
    return 0;
}

int fesetenv(const fenv_t *env)
{
    /* A copy, as some versions of QEMU fault where the memory of FLDENV may not be written. */
    fenv_t copy = *env;

    __asm__ volatile("fldenv %0" : : "m"(copy.x87));
    set_mxcsr(copy.mxcsr);
    return 0;
}

int fetestexcept(int excepts)
{
    unsigned short status;

    __asm__ volatile("fnstsw %0" : "=a"(status));
    return (status | get_mxcsr()) & excepts & FE_ALL_EXCEPT;
}

int feclearexcept(int excepts)
{
    excepts &= FE_ALL_EXCEPT;
    fenv_t env;
    fegetenv(&env);
    env.x87[1] &= ~(unsigned)excepts;
    env.mxcsr &= ~(unsigned)excepts;
    return fesetenv(&env);
}

int feraiseexcept(int excepts)
{
    set_mxcsr(get_mxcsr() | (excepts & FE_ALL_EXCEPT));
    return 0;
}

int fegetexceptflag(fexcept_t *flags, int excepts)
{
    *flags = fetestexcept(excepts);
    return 0;
}

int fesetexceptflag(const fexcept_t *flags, int excepts)
{
    feclearexcept(excepts);
    return feraiseexcept(*flags & excepts);
}

int fegetround(void)
{
    return get_mxcsr() >> MXCSR_ROUND_SHIFT & FE_TOWARDZERO;
}

int fesetround(int round)
{
    if (round & ~FE_TOWARDZERO)
        return -1;
    unsigned short control;
    __asm__ volatile("fnstcw %0" : "=m"(control));
    control = (control & ~FE_TOWARDZERO) | round;
    __asm__ volatile("fldcw %0" : : "m"(control));
    set_mxcsr((get_mxcsr() & ~((unsigned)FE_TOWARDZERO << MXCSR_ROUND_SHIFT)) |
              (unsigned)round << MXCSR_ROUND_SHIFT);
    return 0;
}

int feholdexcept(fenv_t *env)
{
    fegetenv(env);
    return feclearexcept(FE_ALL_EXCEPT);
}

int feupdateenv(const fenv_t *env)
{
    int raised = fetestexcept(FE_ALL_EXCEPT);

    fesetenv(env);
    return feraiseexcept(raised);
}
