/*
 * The stubs of the system calls, one for each line of <abi/syscalls.h>.
 *
 * The arguments are already in the registers where the kernel expects them, but for the fourth: the
 * syscall instruction overwrites rcx, so it is passed in r10.  A result of -4095 to -1 is a negated
 * error number: it goes to the calling thread's errno, and the stub returns -1.
 *
 * Functions begin at even addresses, here as in compiled code: a counter of a profile covers two
 * bytes, and no two functions may share one.
 */
#include <abi/syscalls.h>

.macro STUB number, name
    .section .text.\name, "ax", @progbits
    .balign 2
    .globl \name
    .type \name, @function
\name:
    mov $\number, %eax
    mov %rcx, %r10
    syscall
    cmp $-4095, %rax
    jae __syscall_failed
    ret
    .size \name, . - \name
.endm

#define STUB_LINE(number, name, stub, result, arguments) STUB number, stub;
SYSCALL_LIST(STUB_LINE)

    .section .text.__syscall_failed, "ax", @progbits
    .balign 2
    .globl __syscall_failed
    .type __syscall_failed, @function
__syscall_failed:
    neg %eax
    mov %eax, %fs:errno@tpoff
    mov $-1, %rax
    ret
    .size __syscall_failed, . - __syscall_failed

    .section .note.GNU-stack, "", @progbits
