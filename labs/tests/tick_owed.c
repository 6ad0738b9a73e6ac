/* The ticks of the very call that asks for them are not forgotten: the call first counts what the
 * thread owes, and then turns the profile off, or tells its counts.  On a machine so slow that a
 * tick comes every 1500 instructions, hundreds of calls are at one. */
/* machine: det=1 cpus=1 shift=6 kargs=hz=10000 */
#include "parts.h"
#include "prof.h"
#include <abi/syscalls.h>

#define CALLS 10000
#define LEAST 20 /* the part of a call before it counts is more than 20 instructions */

/* Calls at a known place, and what has their ticks. */
extern char after_profil[], after_profstat[];
static volatile unsigned short counter;

/* profil(NULL, 0, 0, 0) */
static long call_off(void)
{
    long result = SYS_profil;
    register long scale __asm__("r10") = 0;
    __asm__ volatile("syscall\n"
                     "after_profil: nop\n"
                     : "+a"(result)
                     : "D"(0), "S"(0), "d"(0), "r"(scale)
                     : "rcx", "r11", "memory");
    return result;
}

static void stop(void)
{
    for (int i = 0; i < CALLS; i++) {
        CHECK_EQ(profil((unsigned short *)&counter, 2, (uintptr_t)after_profil & ~1ul, 65536), 0);
        CHECK_EQ(call_off(), 0);
    }
    if (counter < LEAST)
        FAIL("%u ticks counted of %d calls that turned it off: those before it was off are lost",
             counter, CALLS);
}

static long call_stat(struct profstat *st)
{
    long result;
    __asm__ volatile("syscall\n"
                     "after_profstat: nop\n"
                     : "=a"(result)
                     : "a"(SYS_profstat), "D"(st)
                     : "rcx", "r11", "memory");
    return result;
}

/* The counter as the program reads it before the call does not have the call's ticks yet, the
 * counts that the call stores have those until then. */
static void stat(void)
{
    unsigned told = 0;
    CHECK_EQ(profil((unsigned short *)&counter, 2, (uintptr_t)after_profstat & ~1ul, 65536), 0);
    for (int i = 0; i < CALLS; i++) {
        struct profstat st = {0};
        unsigned before = counter;
        CHECK_EQ(call_stat(&st), 0);
        told += st.ps_counted != before;
    }
    CHECK_EQ(profil(NULL, 0, 0, 0), 0);
    if (told < LEAST)
        FAIL("%u of %d calls told a tick of their own: what a caller owes is not in its counts",
             told, CALLS);
}

int main(int argc, char *argv[])
{
    static const struct part parts[] = {{"stop", stop}, {"stat", stat}};
    return RUN_PARTS(parts, argc, argv);
}
