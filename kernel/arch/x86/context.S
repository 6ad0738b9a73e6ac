/* Switching between kernel stacks. */
    .text

/* void context_switch(uint64_t *save_sp, uint64_t sp): switches from one kernel stack to another. */
    .globl context_switch
context_switch:
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    movq %rsp, (%rdi)
    movq %rsi, %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    ret

/* A thread's first instructions: arch_thread_init() left its entry in r12, the argument in r13. */
    .globl context_start
context_start:
    movq %r12, %rdi
    movq %r13, %rsi
    call sched_begin

    .section .note.GNU-stack, "", @progbits
