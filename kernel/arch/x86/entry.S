/*
 * All entries into the kernel.  Those from user mode leave it by return.S.
 *
 * Every entry builds a struct trap_frame (machine.h).  From user mode it is at the top of the
 * thread's kernel stack.  The GS base is this CPU's struct cpu in the kernel, and the program's (0)
 * in user mode, so swapgs runs exactly when the privilege level changes.
 */
#include "arch/x86/layout.h"
#include "arch/x86/registers_saved.h"
#include <abi/syscalls.h>

/* Tells a debugger how to go on from here to what was interrupted; the frame is at `base`.  It may ask
 * within the functions that are called from here, so this holds for the calls and not for the
 * instructions around them. */
    .macro FRAME_IS_AT base
    .cfi_signal_frame
    .cfi_def_cfa \base, FRAME_BYTES
    .cfi_offset %rsp, FRAME_RSP - FRAME_BYTES
    .cfi_offset %rip, FRAME_RIP - FRAME_BYTES
    .set offset, -FRAME_BYTES
    .irp register, r15, r14, r13, r12, r11, r10, r9, r8, rdi, rsi, rbp, rbx, rdx, rcx, rax
    .cfi_offset %\register, offset
    .set offset, offset + 8
    .endr
    .endm

    .cfi_sections .debug_frame
    .text

/* SYSCALL: rcx is the user's rip, r11 its rflags; interrupts are off (MSR_SFMASK). */
    .globl entry_syscall
entry_syscall:
    .cfi_startproc simple
    .cfi_def_cfa %rsp, FRAME_BYTES
    .cfi_undefined %rip                 /* for a debugger the kernel's frames end here */
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
    cmpq traced_calls_limit, %rax       /* SYSCALL_COUNT, and 0 while the kernel is traced */
    jae 1f
    movq %r10, %rcx
    call *syscall_table(,%rax,8)
    movq %rax, FRAME_RAX(%rsp)
    jmp arch_return_to_user
1:  cmpq $SYSCALL_COUNT, %rax
    jae 2f
    movq %rsp, %rdi
    call traced_call_begin
    movq 64(%rsp), %rdi                 /* the arguments again, and the number of the call */
    movq 72(%rsp), %rsi
    movq 96(%rsp), %rdx
    movq 40(%rsp), %rcx
    movq 56(%rsp), %r8
    movq 48(%rsp), %r9
    movq FRAME_RAX(%rsp), %rax
    call *syscall_table(,%rax,8)
    movq %rax, FRAME_RAX(%rsp)
    movq %rax, %rdi
    call traced_call_end
    jmp arch_return_to_user
2:  movq $-38, FRAME_RAX(%rsp)          /* -ENOSYS */
    jmp arch_return_to_user
    .cfi_endproc

/* Traps and interrupts: a stub for each vector pushes the error code, if the CPU did not, and the
 * vector.  The CPU pushes one for 8, 10 to 14, 17 and 21 (Intel SDM 3, 6.15). */
    .balign 16
    .globl entry_stubs
entry_stubs:
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
    .cfi_startproc simple
    cld
    clac                                /* a program, or usercopy.S, may have had AC set */
    SAVE_REGISTERS
    testb $3, FRAME_CS(%rsp)
    jz 1f
    swapgs
    /* No CPU pushes others, but QEMU's TCG may at a fault in the middle of a block: what it had left to
     * compute of the flags of ROL is lost then, and a program chooses what stands there.  IRETQ would
     * give it IOPL 3, with CLI and the ports. */
    andl $RFLAGS_OF_PROGRAM, FRAME_RFLAGS(%rsp)
    movq %rsp, %rdi
    xorl %ebp, %ebp
    .cfi_remember_state
    .cfi_def_cfa %rsp, FRAME_BYTES
    .cfi_undefined %rip
    call *trap_handler                  /* trap_handle() */
    jmp arch_return_to_user
    .cfi_restore_state
1:  movq %rsp, %rdi
    movq %rsp, %rbx
    leaq FRAME_MARK(%rsp), %rbp         /* a backtrace goes on with what was interrupted */
    FRAME_IS_AT %rbx
    andq $-16, %rsp                     /* the interrupted code had any alignment */
    call *trap_handler                  /* trap_handle() */
    movq %rbx, %rsp
    LOAD_REGISTERS
    addq $FRAME_RIP, %rsp
    iretq
    .cfi_endproc

/* On a stack of its own, as an NMI may arrive anywhere, also between SYSCALL and SWAPGS: the GS base
 * itself says whether it is the kernel's, whose addresses are negative. */
    .globl entry_nmi
entry_nmi:
    pushq $0
    pushq $VECTOR_NMI
    cld
    SAVE_REGISTERS
    movl $0xc0000101, %ecx              /* MSR_GS_BASE */
    rdmsr
    movl %edx, %ebx
    testl %ebx, %ebx
    js 1f
    swapgs
1:  movq %rsp, %rdi
    call trap_nmi
    testl %ebx, %ebx
    js 2f
    swapgs
2:  LOAD_REGISTERS
    addq $FRAME_RIP, %rsp
    iretq

    .section .rodata
    .balign 8
#define CALL_ENTRY(number, name, stub, result, arguments) .quad sys_##name;
syscall_table:
    SYSCALL_LIST(CALL_ENTRY)
    .set SYSCALL_COUNT, (. - syscall_table) / 8

    .section .note.GNU-stack, "", @progbits
