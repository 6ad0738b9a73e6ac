/* The floating-point environment: of the SSE unit and of the x87, together (C11 7.6; Intel SDM
 * 1, 8.1 and 10.2.3).  Each thread has its own. */
#ifndef _FENV_H
#define _FENV_H

#define FE_INVALID    0x01
#define FE_DIVBYZERO  0x04
#define FE_OVERFLOW   0x08
#define FE_UNDERFLOW  0x10
#define FE_INEXACT    0x20
#define FE_ALL_EXCEPT 0x3d

#define FE_TONEAREST  0x000
#define FE_DOWNWARD   0x400
#define FE_UPWARD     0x800
#define FE_TOWARDZERO 0xc00

typedef unsigned short fexcept_t;

typedef struct {
    unsigned x87[7]; /* as FNSTENV stores it */
    unsigned mxcsr;
} fenv_t;

extern const fenv_t __fenv_default;
#define FE_DFL_ENV (&__fenv_default)

int feclearexcept(int excepts);
int feraiseexcept(int excepts);
int fetestexcept(int excepts);
int fegetexceptflag(fexcept_t *flags, int excepts);
int fesetexceptflag(const fexcept_t *flags, int excepts);
int fegetround(void);
int fesetround(int round); /* not 0 for a mode that is none */
int fegetenv(fenv_t *env);
int fesetenv(const fenv_t *env);
int feholdexcept(fenv_t *env);
int feupdateenv(const fenv_t *env);

#endif
