/*
 * A cancelled thread ends here.  A stub of syscalls.S that is a cancellation point, and the stub
 * below, jump here if the thread's `cancel' is set; cancel.c moves a thread here that a signal
 * found just before the call.  The stub's frame is still there, so the stack is aligned for a call.
 */
#include "../thread.h"
#include <abi/syscalls.h>

#define NUMBER_LINE(number, name, stub, result, arguments) .set SYS_##name, number;
SYSCALL_LIST(NUMBER_LINE)

    .section .text.__cancel_now, "ax", @progbits
    .balign 4
    .globl __cancel_now
    .type __cancel_now, @function
__cancel_now:
    call __cancelled
    .size __cancel_now, . - __cancel_now

    .section .text.__futex_wait_point, "ax", @progbits
    .balign 4
    .globl __futex_wait_point
    .type __futex_wait_point, @function
__futex_wait_point:
    push %rbp
    mov %rsp, %rbp
    mov $SYS_futex_wait, %eax
    cmpl $0, %fs:THREAD_CANCEL
    jne __cancel_now
    syscall
    cmp $-4095, %rax
    jae __syscall_failed
    pop %rbp
    ret
    .size __futex_wait_point, . - __futex_wait_point

    .section .note.GNU-stack, "", @progbits
