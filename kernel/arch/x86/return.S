/*
 * The only return path to user mode.
 *
 * It checks thread.work; if any bit is set it calls return_to_user_work() (proc/return.c) and checks
 * again.  Interrupts stay on until its last three instructions, so that a clock tick during the return
 * is taken there, and charged to the kernel.  An interrupt between the check and those instructions
 * may set a bit of work, and some registers already have the program's values.  So the frame stays
 * intact until the end, and trap_handle() restarts the path.
 */
#include "arch/x86/layout.h"
#include "arch/x86/registers_saved.h"

    .cfi_sections .debug_frame
    .text

/* rsp points at the frame of an entry from user mode: for a debugger the kernel's frames end here. */
    .globl arch_return_to_user, return_to_user_end
arch_return_to_user:
    .cfi_startproc simple
    .cfi_def_cfa %rsp, FRAME_BYTES
    .cfi_undefined %rip
#ifdef DEBUG
    movq %gs:CPU_CURRENT, %rdi
    call return_to_user_check           /* a path that begins anew checks again */
#endif
    movq %gs:CPU_CURRENT, %rdi
    cmpl $0, THREAD_WORK(%rdi)
    jne 3f
    cmpl $VECTOR_SYSCALL, FRAME_VECTOR(%rsp)
    jne 2f
    /* SYSRET takes rip from rcx and rflags from r11: correct only if the frame was not changed. */
    movq FRAME_RIP(%rsp), %rax
    cmpq %rax, FRAME_RCX(%rsp)
    jne 2f
    movq %rax, THREAD_LEFT_TO_PC(%rdi)  /* trap.c: was_on_return_path() */
    movq FRAME_RFLAGS(%rsp), %rax
    cmpq %rax, FRAME_R11(%rsp)
    jne 2f
    LOAD_REGISTERS
    cli
    movq FRAME_RSP(%rsp), %rsp
    swapgs
    sysretq
2:  LOAD_REGISTERS
    cli
    addq $FRAME_RIP, %rsp
    swapgs
    iretq
return_to_user_end:
3:  call *return_work                   /* return_to_user_work() takes the thread in rdi */
    jmp arch_return_to_user
    .cfi_endproc

    .data
    .balign 8
    .globl return_work
return_work:
    .quad return_to_user_work

    .section .note.GNU-stack, "", @progbits
