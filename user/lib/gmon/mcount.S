/*
 * What the compiler has a function call when it begins, with -pg: mcount after it has made its
 * frame, or with -mfentry __fentry__ before.  The caller's arguments are still in their registers,
 * and rax, r10 and r11 may be in use too, so all are preserved; __arcs_count touches no vector or
 * x87 register, so these are preserved at no cost.  The flags need not be.
 */
.macro BEGIN name
    .section .text.\name, "ax", @progbits
    .balign 16
    .globl \name
    .type \name, @function
\name:
    cmpq $0, __arcs_active
    je .L\name\()_off
    push %rax
    push %rcx
    push %rdx
    push %rsi
    push %rdi
    push %r8
    push %r9
    push %r10
    push %r11
.endm

.macro END name
    call __arcs_count
    pop %r11
    pop %r10
    pop %r9
    pop %r8
    pop %rdi
    pop %rsi
    pop %rdx
    pop %rcx
    pop %rax
.L\name\()_off:
    ret
    .size \name, . - \name
.endm

#define SAVED 72 /* bytes that BEGIN pushed */

BEGIN mcount
    mov 8(%rbp), %rdi
    mov SAVED(%rsp), %rsi
END mcount

BEGIN __fentry__
    mov SAVED + 8(%rsp), %rdi
    mov SAVED(%rsp), %rsi
END __fentry__

    .section .note.GNU-stack, "", @progbits
