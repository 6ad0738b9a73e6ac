/* Registers of the CPU, and the privileged instructions that reach them. */
#ifndef X86_REGISTERS_H
#define X86_REGISTERS_H

#include <stdint.h>

/* Model-specific registers (Intel SDM 4). */
#define MSR_STAR           0xc0000081
#define MSR_LSTAR          0xc0000082
#define MSR_SFMASK         0xc0000084
#define MSR_FS_BASE        0xc0000100
#define MSR_GS_BASE        0xc0000101
#define MSR_KERNEL_GS_BASE 0xc0000102

#define CR4_PGE        0x80
#define CR4_OSFXSR     0x200
#define CR4_OSXMMEXCPT 0x400
#define CR4_SMEP       0x100000
#define CR4_SMAP       0x200000

#define RFLAGS_FIXED 0x2
#define RFLAGS_TF    0x100
#define RFLAGS_IF    0x200
#define RFLAGS_DF    0x400
#define RFLAGS_NT    0x4000
#define RFLAGS_RF    0x10000
#define RFLAGS_AC    0x40000
#define RFLAGS_USER  0x240cd5 /* what a program may set: CF PF AF ZF SF DF OF AC ID */

static inline void wrmsr(uint32_t msr, uint64_t value)
{
    __asm__ volatile("wrmsr" ::"c"(msr), "a"((uint32_t)value), "d"((uint32_t)(value >> 32)));
}

static inline uint64_t rdtsc(void)
{
    return __builtin_ia32_rdtsc();
}

#define DEFINE_CR(n)                                                 \
    static inline uint64_t read_cr##n(void)                          \
    {                                                                \
        uint64_t value;                                              \
        __asm__ volatile("mov %%cr" #n ", %0" : "=r"(value));        \
        return value;                                                \
    }                                                                \
    static inline void write_cr##n(uint64_t value)                   \
    {                                                                \
        __asm__ volatile("mov %0, %%cr" #n ::"r"(value) : "memory"); \
    }
DEFINE_CR(2)
DEFINE_CR(3)
DEFINE_CR(4)

#endif
