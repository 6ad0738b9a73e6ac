/*
 * Where a handler returns to: behind the nop.  So the address before, where a call would be, is in
 * this function too, and by its name one finds the calls of handlers.
 */
    .section .text.__signal_return, "ax", @progbits
    .balign 16
    .globl __signal_return
    .type __signal_return, @function
__signal_return:
    nop
    jmp __sigreturn
    .size __signal_return, . - __signal_return

    .section .note.GNU-stack, "", @progbits
