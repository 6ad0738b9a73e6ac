/* mcount and __fentry__ change no register that could hold an argument or a result: not one of the
 * general ones, nor of the vector and x87 registers. */
/* machine: det=1 cpus=1 */
/* flags: -pg */
#include "gmon_file.h"
#include <string.h>

#define NREGS 14 /* all but rsp and rbp: rbp is the frame of the caller */

static struct state {
    uint64_t general[NREGS];
    uint8_t fx[512] __attribute__((aligned(16))); /* FXSAVE image (Intel SDM 1, 10.5.1) */
} in __asm__("state_in"), out __asm__("state_out");

_Static_assert(offsetof(struct state, fx) == 112, "the assembly has it");

static int (*volatile function)(void) __asm__("state_function");

extern void call_between(void);

__asm__(".pushsection .text\n"
        ".macro EACH operation\n"
        "\\operation 0, %rax\n"
        "\\operation 8, %rbx\n"
        "\\operation 16, %rcx\n"
        "\\operation 24, %rdx\n"
        "\\operation 32, %rsi\n"
        "\\operation 40, %rdi\n"
        "\\operation 48, %r8\n"
        "\\operation 56, %r9\n"
        "\\operation 64, %r10\n"
        "\\operation 72, %r11\n"
        "\\operation 80, %r12\n"
        "\\operation 88, %r13\n"
        "\\operation 96, %r14\n"
        "\\operation 104, %r15\n"
        ".endm\n"
        ".macro LOAD at, reg\n"
        "mov state_in + \\at, \\reg\n"
        ".endm\n"
        ".macro STORE at, reg\n"
        "mov \\reg, state_out + \\at\n"
        ".endm\n"
        "call_between: push %rbx\n"
        "push %rbp\n"
        "mov %rsp, %rbp\n"
        "push %r12\n"
        "push %r13\n"
        "push %r14\n"
        "push %r15\n"
        "fxrstor64 state_in + 112\n"
        "EACH LOAD\n"
        "call *state_function\n"
        "EACH STORE\n"
        "fxsave64 state_out + 112\n"
        "pop %r15\n"
        "pop %r14\n"
        "pop %r13\n"
        "pop %r12\n"
        "pop %rbp\n"
        "pop %rbx\n"
        "ret\n"
        ".popsection\n");

/* Random bytes, but with control words that are allowed (Intel SDM 1, 8.1.5 and 10.2.3). */
QUIET static void fill(uint32_t seed)
{
    uint8_t *byte = (uint8_t *)&in;

    for (size_t i = 0; i < sizeof(in); i++)
        byte[i] = (seed = seed * 1664525 + 1013904223) >> 24;
    __asm__ volatile("fninit; fxsave64 %0" : "=m"(out.fx));
    memcpy(in.fx, out.fx, 32); /* control and status words */
    in.fx[4] = 0xff;           /* all x87 registers are in use */
    for (size_t i = 0; i < 8; i++)
        memset(in.fx + 32 + 16 * i + 10, 0, 6); /* which have 80 bits */
    memset(in.fx + 416, 0, 96);                 /* reserved */
}

QUIET static void check(void *called)
{
    function = (int (*)(void))called;
    for (uint32_t i = 0; i < 100; i++) {
        fill(i);
        call_between();
        for (int k = 0; k < NREGS; k++)
            CHECK_EQ(out.general[k], in.general[k]);
        memset(out.fx + 416, 0, 96);
        CHECK_EQ(memcmp(out.fx, in.fx, sizeof(in.fx)), 0);
    }
}

QUIET int main(void)
{
    extern char mcount[], __fentry__[];
    CHECK_EQ(chdir("/tmp"), 0);
    monstartup(0x400000, 0x500000); /* anew: the first of the calls makes the arc */
    check(mcount);
    check(__fentry__);
    _mcleanup();
    return 0;
}
