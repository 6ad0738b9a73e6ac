/* A new thread begins with the floating-point modes and flags of the one that creates it (C11 7.6),
 * of both units; what it changes is its own. */
/* machine: det=1 cpus=1 */
#include "check.h"
#include <pthread.h>
#include <stdint.h>

#define CONTROL 0x77f  /* rounds down, to 53 bits */
#define MXCSR   0x3f90 /* rounds down; there was an overflow */
#define DIVIDED 0x04   /* x87: by 0 */

struct modes {
    uint16_t control, status;
    uint32_t mxcsr;
};

static struct modes modes(void)
{
    struct modes now;
    __asm__ volatile("fnstcw %0; fnstsw %1; stmxcsr %2"
                     : "=m"(now.control), "=m"(now.status), "=m"(now.mxcsr));
    return now;
}

static void *check(void *unused)
{
    struct modes now = modes();
    CHECK_EQ(now.control, CONTROL);
    CHECK_EQ(now.status, DIVIDED); /* no register is in use */
    CHECK_EQ(now.mxcsr, MXCSR);
    __asm__ volatile("fninit; ldmxcsr %0" ::"m"((uint32_t){0x1f80}));
    return unused;
}

int main(void)
{
    __asm__ volatile(
        "fldcw %0; ldmxcsr %1; fld1; fldz; fdivrp; fstp %%st(0)" ::"m"((uint16_t){CONTROL}),
        "m"((uint32_t){MXCSR}));
    struct modes before = modes();
    CHECK_EQ(before.status & 0x3f, DIVIDED);
    pthread_t thread;
    CHECK_EQ(pthread_create(&thread, NULL, check, NULL), 0);
    CHECK_EQ(pthread_join(thread, NULL), 0);
    struct modes after = modes();
    CHECK_EQ(after.control, before.control);
    CHECK_EQ(after.status, before.status);
    CHECK_EQ(after.mxcsr, before.mxcsr);
    __asm__ volatile("fninit");
    return 0;
}
