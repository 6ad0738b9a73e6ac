/* A handler begins as any function does, with no x87 register in use, and with no exception of that
 * unit pending; the rounding modes are those of what it interrupts, which goes on with what it had.
 */
/* machine: det=1 cpus=1 */
#include "child.h"
#include <setjmp.h>
#include <sys/calls.h>

#define CONTROL  0xb7f /* rounds up */
#define MXCSR    0x5f80
#define DIVISION 0x37b /* by 0 is not masked */

static uint8_t fx[512] __attribute__((aligned(16))); /* FXSAVE image (Intel SDM 1, 10.5.1) */
static volatile int caught;
static sigjmp_buf back;

/* FWAIT is for exceptions that are pending: on hardware any other x87 instruction finds them, too.
 */
static void handler(int sig)
{
    __asm__ volatile("fxsave64 %0; fwait; fldpi; fstp %%st" : "=m"(fx));
    caught++;
    if (sig == SIGFPE)
        siglongjmp(back, 1);
}

static void check_handler(uint16_t control)
{
    CHECK_EQ(caught, 1);
    CHECK_EQ(*(uint16_t *)fx, control);
    CHECK_EQ(*(uint16_t *)(fx + 2), 0);
    CHECK_EQ(fx[4], 0);
}

/* In a call, with all registers in use, whose sum comes back. */
static void all_in_use(void)
{
    uint16_t usual_control = 0x37f, control = CONTROL;
    uint32_t usual_mxcsr = 0x1f80, mxcsr = MXCSR;
    caught = 0;
    double sum;
    long result;
    __asm__ volatile("fldcw %3; ldmxcsr %4\n"
                     "fld1; fld1; fld1; fld1; fld1; fld1; fld1; fld1\n"
                     "syscall\n"
                     "faddp; faddp; faddp; faddp; faddp; faddp; faddp\n"
                     "fstpl %1\n"
                     "fldcw %5; ldmxcsr %6"
                     : "=a"(result), "=m"(sum)
                     : "0"(SYS_kill), "m"(control), "m"(mxcsr), "m"(usual_control),
                       "m"(usual_mxcsr), "D"(getpid()), "S"(SIGUSR1)
                     : "rcx", "r11", "memory");
    CHECK_EQ(result, 0);
    CHECK(sum == 8);
    check_handler(CONTROL);
    CHECK_EQ(*(uint32_t *)(fx + 24), MXCSR);
}

/* The handler of the exception itself, which leaves what caused it. */
static void exception(void)
{
    uint16_t control = DIVISION;
    caught = 0;
    if (sigsetjmp(back, 1) == 0) {
        __asm__ volatile("fldcw %0; fld1; fldz; fdivrp; fwait" ::"m"(control));
        FAIL("a division by 0 goes on");
    }
    check_handler(DIVISION);
    __asm__ volatile("fninit");
}

int main(void)
{
    CHECK(signal(SIGUSR1, handler) != SIG_ERR);
    CHECK(signal(SIGFPE, handler) != SIG_ERR);
    all_in_use();
    exception();
    return 0;
}
