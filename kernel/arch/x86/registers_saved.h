/* For assembly: the registers of a struct trap_frame (machine.h), in its order. */
#ifndef X86_REGISTERS_SAVED_H
#define X86_REGISTERS_SAVED_H
#ifdef __ASSEMBLER__
/* clang-format off */

    .macro SAVE_REGISTERS
    .irp register, rax, rcx, rdx, rbx, rbp, rsi, rdi, r8, r9, r10, r11, r12, r13, r14, r15
    pushq %\register
    .endr
    .endm

    /* Leaves rsp at the frame. */
    .macro LOAD_REGISTERS
    .set offset, 0
    .irp register, r15, r14, r13, r12, r11, r10, r9, r8, rdi, rsi, rbp, rbx, rdx, rcx, rax
    movq offset(%rsp), %\register
    .set offset, offset + 8
    .endr
    .endm

/* clang-format on */
#endif
#endif
