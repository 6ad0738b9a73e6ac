/*
 * Where the kernel starts a program.  It passes argc, argv and envp in rdi, rsi and rdx, and also
 * on the stack: rsp, a multiple of 16, points at argc.  A zero rbp ends the chain of frames.
 */
    .section .text._start, "ax", @progbits
    .balign 4
    .globl _start
    .type _start, @function
_start:
    xor %ebp, %ebp
    call __start
    .size _start, . - _start

    .section .note.GNU-stack, "", @progbits
