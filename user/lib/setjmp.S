/*
 * setjmp and longjmp: the registers that a called function must keep (System V ABI for x86-64,
 * figure 3.4), the stack pointer after the return, and the return address.  Slots of jmp_buf:
 * rbx rbp r12 r13 r14 r15 rsp rip; [8] 1 if sigsetjmp saved a mask, [9] the mask.
 */
#include "thread.h"

    .section .text.setjmp, "ax", @progbits
    .balign 4
    .globl setjmp
    .globl _setjmp
    .type setjmp, @function
    .type _setjmp, @function
setjmp:
_setjmp:
    push %rbp
    mov %rsp, %rbp
.Lno_mask:
    movq $0, 64(%rdi)
.Lsave:
    mov %rbx, (%rdi)
    mov (%rbp), %rax
    mov %rax, 8(%rdi)
    mov %r12, 16(%rdi)
    mov %r13, 24(%rdi)
    mov %r14, 32(%rdi)
    mov %r15, 40(%rdi)
    lea 16(%rbp), %rax
    mov %rax, 48(%rdi)
    mov 8(%rbp), %rax
    mov %rax, 56(%rdi)
    xor %eax, %eax
    pop %rbp
    ret
    .size setjmp, . - setjmp

    /* int sigsetjmp(env, save_mask): the call writes the mask straight into env. */
    .globl sigsetjmp
    .type sigsetjmp, @function
sigsetjmp:
    push %rbp
    mov %rsp, %rbp
    test %esi, %esi
    jz .Lno_mask
    movq $1, 64(%rdi)
    push %rdi
    sub $8, %rsp
    lea 72(%rdi), %rdx
    xor %esi, %esi
    xor %edi, %edi
    call sigprocmask
    add $8, %rsp
    pop %rdi
    jmp .Lsave
    .size sigsetjmp, . - sigsetjmp

    .section .text.longjmp, "ax", @progbits
    .balign 4
    .globl longjmp
    .globl _longjmp
    .type longjmp, @function
    .type _longjmp, @function
longjmp:
_longjmp:
    push %rbp
    mov %rsp, %rbp
    mov %esi, %eax
    test %eax, %eax
    jnz 1f
    inc %eax
1:  mov (%rdi), %rbx
    mov 16(%rdi), %r12
    mov 24(%rdi), %r13
    mov 32(%rdi), %r14
    mov 40(%rdi), %r15
    mov 8(%rdi), %rbp
    mov 48(%rdi), %rsp
    /* A jump to above the frame of abort has left it (exit.c). */
    cmp %fs:THREAD_ABORT_FRAME, %rsp
    jb 2f
    movq $0, %fs:THREAD_ABORT_FRAME
2:  jmp *56(%rdi)
    .size longjmp, . - longjmp

    .section .text.siglongjmp, "ax", @progbits
    .balign 4
    .globl siglongjmp
    .type siglongjmp, @function
siglongjmp:
    push %rbp
    mov %rsp, %rbp
    cmpq $0, 64(%rdi)
    je 1f
    push %rdi
    push %rsi
    xor %edx, %edx
    lea 72(%rdi), %rsi
    mov $2, %edi /* SIG_SETMASK */
    call sigprocmask
    pop %rsi
    pop %rdi
1:  pop %rbp
    jmp longjmp
    .size siglongjmp, . - siglongjmp

    .section .note.GNU-stack, "", @progbits
