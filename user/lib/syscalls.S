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
 * A call that may sleep for others is a cancellation point: a cancelled thread has a flag in its
 * block (thread.h), and ends in __cancel_now.  That is 0 in a program without pthread_cancel, where
 * no flag is set.  pthread/cancel.c knows the instructions.
 *
 * Functions begin at multiples of 4, here as in compiled code: a counter of gmon.out covers
 * four bytes, and no two functions may share one.
 */
#include <abi/syscalls.h>

#include "thread.h"

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
    .irp point, read, write, waitpid, nanosleep, sigsuspend, sigtimedwait
    .ifc \name, \point
    cmpl $0, %fs:THREAD_CANCEL
    jne __cancel_now
    .endif
    .endr
    syscall
    cmp $-4095, %rax
    jae __syscall_failed
    pop %rbp
    ret
    .size \name, . - \name
.endm

    .weak __cancel_now

#define STUB_LINE(number, name, stub, result, arguments) STUB number, stub;
SYSCALL_LIST(STUB_LINE)

/* Without the point, for the library: a cancelled thread keeps no stream locked. */
#define NUMBER_LINE(number, name, stub, result, arguments) .set SYS_##name, number;
SYSCALL_LIST(NUMBER_LINE)
STUB SYS_read, __read
STUB SYS_write, __write
STUB SYS_waitpid, __waitpid

    .section .text.__syscall_failed, "ax", @progbits
    .balign 4
    .globl __syscall_failed
    .type __syscall_failed, @function
__syscall_failed:
    neg %eax
    mov %eax, %fs:THREAD_ERRNO
    mov $-1, %rax
    pop %rbp
    ret
    .size __syscall_failed, . - __syscall_failed

    .section .note.GNU-stack, "", @progbits
