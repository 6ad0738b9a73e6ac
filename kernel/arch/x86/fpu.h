/*
 * Floating point state (Intel SDM 1, 10.5.1): FXSAVE images of 512 bytes, 16-byte aligned.
 *
 * Left out: AMD's CPUs save and load the addresses of the last x87 instruction and its operand only
 * while an exception is pending, so a program may read there those of another.
 */
#ifndef X86_FPU_H
#define X86_FPU_H

#include <stdint.h>

#define MXCSR_OFFSET  24 /* in the FXSAVE image */
#define MXCSR_DEFAULT 0x1f80
#define MXCSR_BITS    0xffff /* all that may be set, in a CPU with SMAP (Intel SDM 1, 11.6.6) */
#define FCW_DEFAULT   0x37f

static inline void fpu_save(uint8_t image[512])
{
    __asm__ volatile("fxsave64 (%0)" ::"r"(image) : "memory");
}

static inline void fpu_load(const uint8_t image[512])
{
    __asm__ volatile("fxrstor64 (%0)" ::"r"(image) : "memory");
}

static inline void fpu_init(uint8_t image[512])
{
    __builtin_memset(image, 0, 512);
    *(uint16_t *)image = FCW_DEFAULT;
    *(uint32_t *)(image + MXCSR_OFFSET) = MXCSR_DEFAULT;
}

/* Frees the x87 registers and forgets that unit's exceptions; its modes stay. */
static inline void fpu_empty(void)
{
    uint16_t fcw;
    __asm__ volatile("fnstcw %0; fninit; fldcw %0" : "=m"(fcw));
}

#endif
