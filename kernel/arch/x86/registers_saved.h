/* For assembly: the registers of a struct trap_frame (machine.h), in its order. */
#ifndef X86_REGISTERS_SAVED_H
#define X86_REGISTERS_SAVED_H
#ifdef __ASSEMBLER__
/* clang-format off */

    .macro SAVE_REGISTERS
    pushq %rax
    pushq %rcx
    pushq %rdx
    pushq %rbx
    pushq %rbp
    pushq %rsi
    pushq %rdi
    pushq %r8
    pushq %r9
    pushq %r10
    pushq %r11
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    .endm

    /* Leaves rsp at the frame. */
    .macro LOAD_REGISTERS
    movq 0(%rsp), %r15
    movq 8(%rsp), %r14
    movq 16(%rsp), %r13
    movq 24(%rsp), %r12
    movq 32(%rsp), %r11
    movq 40(%rsp), %r10
    movq 48(%rsp), %r9
    movq 56(%rsp), %r8
    movq 64(%rsp), %rdi
    movq 72(%rsp), %rsi
    movq 80(%rsp), %rbp
    movq 88(%rsp), %rbx
    movq 96(%rsp), %rdx
    movq 104(%rsp), %rcx
    movq 112(%rsp), %rax
    .endm

/* clang-format on */
#endif
#endif
