/*
 * The stubs of the system calls, one for each line of <abi/syscalls.h>.
 *
 * The arguments are already in the registers where the kernel expects them, except the fourth: the
 * syscall instruction overwrites rcx, so it is passed in r10.  A result of -4095 to -1 is a negated
 * error number: it goes to the calling thread's errno, and the stub returns -1.
 *
 * A stub has a frame like any function, so that its caller is found by the frame pointers
 * (doc/tick.md, "How a stack is found").  Not so __sigreturn: a handler returns into it, and the
 * kernel expects the signal's frame at rsp.
 *
 * Functions begin at multiples of 4, here as in compiled code: a counter of gmon.out covers
 * four bytes, and no two functions may share one.
 */
#include <abi/syscalls.h>

.macro STUB number, name
    .section .text.\name, "ax", @progbits
    .balign 4
    .globl \name
    .type \name, @function
\name:
    .ifnc \name, __sigreturn
    push %rbp
    mov %rsp, %rbp
    .endif
    mov $\number, %eax
    mov %rcx, %r10
    syscall
    cmp $-4095, %rax
    jae __syscall_failed
    pop %rbp
    ret
    .size \name, . - \name
.endm

#define STUB_LINE(number, name, stub, result, arguments) STUB number, stub;
SYSCALL_LIST(STUB_LINE)

    .section .text.__syscall_failed, "ax", @progbits
    .balign 4
    .globl __syscall_failed
    .type __syscall_failed, @function
__syscall_failed:
    neg %eax
    mov %eax, %fs:errno@tpoff
    mov $-1, %rax
    pop %rbp
    ret
    .size __syscall_failed, . - __syscall_failed

    .section .note.GNU-stack, "", @progbits
