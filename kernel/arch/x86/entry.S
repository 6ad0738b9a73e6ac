/*
 * All entries into the kernel, and the only return path to user mode.
 *
 * Every entry builds a struct trap_frame (machine.h).  From user mode it is at the top of the
 * thread's kernel stack.  The GS base is this CPU's struct cpu in the kernel, and the program's (0)
 * in user mode, so swapgs runs exactly when the privilege level changes.
 *
 * The return path checks thread.work; if any bit is set it calls return_to_user_work()
 * (proc/return.c) and checks again.  Interrupts stay on until its last three instructions, so that
 * a clock tick during the return is taken there, and charged to the kernel.  An interrupt between the
 * check and those instructions may set a bit of work, and some registers already have the program's
 * values.  So the frame stays intact until the end, and x86_trap() restarts the return path.
 */
#include "arch/x86/layout.h"
#include <abi/syscalls.h>

    .macro SAVE_REGISTERS
    pushq %rax
    pushq %rcx
    pushq %rdx
    pushq %rbx
    pushq %rbp
    pushq %rsi
    pushq %rdi
    pushq %r8
    pushq %r9
    pushq %r10
    pushq %r11
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    .endm

    .macro RESTORE_REGISTERS
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %r11
    popq %r10
    popq %r9
    popq %r8
    popq %rdi
    popq %rsi
    popq %rbp
    popq %rbx
    popq %rdx
    popq %rcx
    popq %rax
    .endm

    /* The same, with rsp left at the frame. */
    .macro LOAD_REGISTERS
    movq 0(%rsp), %r15
    movq 8(%rsp), %r14
    movq 16(%rsp), %r13
    movq 24(%rsp), %r12
    movq 32(%rsp), %r11
    movq 40(%rsp), %r10
    movq 48(%rsp), %r9
    movq 56(%rsp), %r8
    movq 64(%rsp), %rdi
    movq 72(%rsp), %rsi
    movq 80(%rsp), %rbp
    movq 88(%rsp), %rbx
    movq 96(%rsp), %rdx
    movq 104(%rsp), %rcx
    movq 112(%rsp), %rax
    .endm

    .text

/* SYSCALL: rcx is the user's rip, r11 its rflags; interrupts are off (MSR_SFMASK). */
    .globl syscall_entry
syscall_entry:
    swapgs
    movq %rsp, %gs:CPU_USER_STACK
    movq %gs:CPU_KERNEL_STACK, %rsp
    pushq $USER_DS
    pushq %gs:CPU_USER_STACK
    pushq %r11
    pushq $USER_CS
    pushq %rcx
    pushq %rax
    pushq $VECTOR_SYSCALL
    SAVE_REGISTERS
    sti
    xorl %ebp, %ebp                     /* a backtrace ends here */
    cmpq $SYSCALL_COUNT, %rax
    jae 1f
    movq %r10, %rcx
    call *syscall_table(,%rax,8)
    movq %rax, FRAME_RAX(%rsp)
    jmp arch_return_to_user
1:  movq $-38, FRAME_RAX(%rsp)          /* -ENOSYS */

/* rsp points at the frame of an entry from user mode. */
    .globl arch_return_to_user, return_to_user_end
arch_return_to_user:
    movq %gs:CPU_CURRENT, %rdi
    cmpl $0, THREAD_WORK(%rdi)
    jne 3f
    cmpl $VECTOR_SYSCALL, FRAME_VECTOR(%rsp)
    jne 2f
    /* SYSRET takes rip from rcx and rflags from r11: correct only if the frame was not changed. */
    movq FRAME_RIP(%rsp), %rax
    cmpq %rax, FRAME_RCX(%rsp)
    jne 2f
    movq %rax, THREAD_LEFT_TO_PC(%rdi)  /* trap.c: was_on_the_way_out() */
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
3:  call return_to_user_work            /* takes the thread in rdi */
    jmp arch_return_to_user

/* Traps and interrupts: a stub for each vector pushes the error code, if the CPU did not, and the
 * vector.  The CPU pushes one for 8, 10 to 14, 17 and 21 (Intel SDM 3, 6.15). */
    .balign 16
    .globl trap_stubs
trap_stubs:
    .set vector, 0
    .rept 256
    .balign 16
    .if (vector != 8) && (vector != 17) && (vector != 21) && ((vector < 10) || (vector > 14))
    pushq $0
    .endif
    pushq $vector
    jmp trap_common
    .set vector, vector + 1
    .endr

trap_common:
    cld
8:  clac                                /* a program, or usercopy.S, may have had AC set */
    .pushsection .smap_sites, "a"
    .quad 8b
    .popsection
    SAVE_REGISTERS
    movq %rsp, %rdi
    testb $3, FRAME_CS(%rsp)
    jz 1f
    swapgs
    xorl %ebp, %ebp
    call x86_trap
    jmp arch_return_to_user
1:  movq %rsp, %rbx
    andq $-16, %rsp                     /* the interrupted code had any alignment */
    call x86_trap
    movq %rbx, %rsp
    RESTORE_REGISTERS
    addq $16, %rsp
    iretq

/* A panicking CPU stops the others with an NMI, which may arrive between SYSCALL and SWAPGS: uses no
 * memory. */
    .globl nmi_entry
nmi_entry:
    cli
1:  hlt
    jmp 1b

/* void x86_switch(uint64_t *save_sp, uint64_t sp): switches from one kernel stack to another. */
    .globl x86_switch
x86_switch:
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
    .globl x86_thread_start
x86_thread_start:
    call sched_thread_begins
    movq %r13, %rdi
    call *%r12
    call thread_end

    .section .rodata
    .balign 8
#define CALL_ENTRY(number, name, stub, result, arguments) .quad sys_##name;
syscall_table:
    SYSCALL_LIST(CALL_ENTRY)
    .set SYSCALL_COUNT, (. - syscall_table) / 8

    .section .note.GNU-stack, "", @progbits
