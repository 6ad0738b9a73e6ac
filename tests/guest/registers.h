/*
 * For tests of what the kernel does to registers: registers_hold() loads them all, lets something
 * happen, and stores them again.
 */
#ifndef TESTS_GUEST_REGISTERS_H
#define TESTS_GUEST_REGISTERS_H

#include "check.h"
#include <stdint.h>
#include <string.h>

struct registers {
    uint64_t general[14]; /* all but rsp and rax; the last two are rcx and r11 */
    uint8_t fx[512] __attribute__((aligned(16))); /* FXSAVE image (Intel SDM 1, 10.5.1) */
    uint64_t red_zone[16];                        /* below the stack pointer */
};

struct registers registers_in, registers_out;
int registers_call;          /* the number of a system call to make, or -1: ... */
volatile int registers_stop; /* ... spins until this is not 0 */
long registers_result;       /* of the call */

void registers_hold(void);

_Static_assert(offsetof(struct registers, fx) == 112, "the assembly has it");
_Static_assert(offsetof(struct registers, red_zone) == 624, "the assembly has it");

__asm__(".pushsection .text\n"
        ".macro EACH operation\n"
        "\\operation 0, %rbx\n"
        "\\operation 8, %rdx\n"
        "\\operation 16, %rsi\n"
        "\\operation 24, %rdi\n"
        "\\operation 32, %rbp\n"
        "\\operation 40, %r8\n"
        "\\operation 48, %r9\n"
        "\\operation 56, %r10\n"
        "\\operation 64, %r12\n"
        "\\operation 72, %r13\n"
        "\\operation 80, %r14\n"
        "\\operation 88, %r15\n"
        "\\operation 96, %rcx\n"
        "\\operation 104, %r11\n"
        ".endm\n"
        ".macro LOAD at, reg\n"
        "mov registers_in + \\at, \\reg\n"
        ".endm\n"
        ".macro STORE at, reg\n"
        "mov \\reg, registers_out + \\at\n"
        ".endm\n"

        "registers_hold: push %rbx\n"
        "push %rbp\n"
        "push %r12\n"
        "push %r13\n"
        "push %r14\n"
        "push %r15\n"
        "fxrstor64 registers_in + 112\n"
        ".set at, 0\n"
        ".rept 16\n"
        "mov registers_in + 624 + at, %rax\n"
        "mov %rax, -8 - at(%rsp)\n"
        ".set at, at + 8\n"
        ".endr\n"
        "EACH LOAD\n"
        "mov registers_call, %eax\n"
        "test %eax, %eax\n"
        "js 1f\n"
        "syscall\n"
        "mov %rax, registers_result\n"
        "jmp 2f\n"
        "1: std\n"
        "3: cmpl $0, registers_stop\n"
        "je 3b\n"
        "cld\n"
        "2: EACH STORE\n"
        ".set at, 0\n"
        ".rept 16\n"
        "mov -8 - at(%rsp), %rax\n"
        "mov %rax, registers_out + 624 + at\n"
        ".set at, at + 8\n"
        ".endr\n"
        "fxsave64 registers_out + 112\n"
        "fninit\n"
        "pushq $0x1f80\n"
        "ldmxcsr (%rsp)\n"
        "pop %rax\n"
        "pop %r15\n"
        "pop %r14\n"
        "pop %r13\n"
        "pop %r12\n"
        "pop %rbp\n"
        "pop %rbx\n"
        "ret\n"
        ".popsection\n");

/* Every byte different, and different for each seed; rounding modes other than the default. */
static inline void registers_fill(uint8_t seed)
{
    struct registers *r = &registers_in;
    memset(r, 0, sizeof(*r));
    for (int i = 0; i < 14; i++)
        r->general[i] = 0x0101010101010101ull * (uint8_t)(seed + i);
    for (int i = 0; i < 16; i++)
        r->red_zone[i] = 0x1010101010101010ull * (uint8_t)(seed ^ i) + i;
    *(uint16_t *)(r->fx + 0) = 0x37f | (seed & 3) << 10;   /* x87 control */
    r->fx[4] = 0xff;                                       /* all x87 registers in use */
    *(uint32_t *)(r->fx + 24) = 0x1f80 | (seed & 3) << 13; /* MXCSR */
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 10; k++)
            r->fx[32 + 16 * i + k] = seed + 10 * i + k;
    for (int i = 0; i < 256; i++)
        r->fx[160 + i] = seed ^ i;
}

/* With a call made in between, rcx and r11 may have changed. */
static inline void registers_check(void)
{
    const struct registers *in = &registers_in, *out = &registers_out;
    for (int i = 0; i < (registers_call < 0 ? 14 : 12); i++)
        CHECK_EQ(out->general[i], in->general[i]);
    for (int i = 0; i < 16; i++)
        CHECK_EQ(out->red_zone[i], in->red_zone[i]);
    CHECK_EQ(*(uint16_t *)out->fx, *(uint16_t *)in->fx);
    CHECK_EQ(out->fx[4], in->fx[4]);
    CHECK_EQ(*(uint32_t *)(out->fx + 24), *(uint32_t *)(in->fx + 24));
    for (int i = 32; i < 416; i++)
        CHECK_EQ(out->fx[i], in->fx[i]);
}

/* Overwrites what a compiler would not. */
static inline void registers_spoil(void)
{
    uint32_t mxcsr = 0x7f80;
    __asm__ volatile("ldmxcsr %0\n"
                     "fninit\n"
                     "fldpi\n"
                     "pcmpeqd %%xmm0, %%xmm0\n"
                     "movaps %%xmm0, %%xmm7\n"
                     "movaps %%xmm0, %%xmm15\n"
                     "mov %%rsp, %%r8\n"
                     "mov %%rsp, %%r9\n"
                     "mov %%rsp, %%r10\n"
                     "mov %%rsp, %%r11\n"
                     "std\n"
                     "cld\n" ::"m"(mxcsr)
                     : "r8", "r9", "r10", "r11", "xmm0", "xmm7", "xmm15");
}

#endif
