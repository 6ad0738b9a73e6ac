/*
 * The first instructions of the kernel.  The loader jumps here on the boot CPU; the other CPUs begin
 * here in real mode.
 *
 * The loader starts us by the PVH convention (Xen, "x86/HVM direct boot ABI"): 32-bit protected mode,
 * flat segments, paging off, interrupts off, EBX = physical address of the start info.  The tables
 * here map the first GiB three times: at 0 for the instructions around the switch, at PHYS_BASE
 * and at KERNEL_BASE.  paging.c replaces them.
 */
#include "arch/x86/layout.h"

#define PTE_P 1
#define PTE_W 2
#define PTE_LARGE 0x80

    .section .note.pvh, "a", @note
    .balign 4
    .long 4, 8, 18                  /* name bytes, value bytes, XEN_ELFNOTE_PHYS32_ENTRY */
    .asciz "Xen"
    .quad boot_entry

    .section .boot.data, "aw"
    .balign 4096
boot_pml4:
    .quad boot_pdpt + PTE_P + PTE_W
    .fill 255, 8, 0
    .quad boot_pdpt + PTE_P + PTE_W         /* PHYS_BASE */
    .fill 254, 8, 0
    .quad boot_pdpt_kernel + PTE_P + PTE_W
boot_pdpt:
    .quad boot_pd + PTE_P + PTE_W
    .fill 511, 8, 0
boot_pdpt_kernel:
    .fill 510, 8, 0
    .quad boot_pd + PTE_P + PTE_W           /* KERNEL_BASE */
    .quad 0
boot_pd:
    .set address, 0
    .rept 512
    .quad address + PTE_P + PTE_W + PTE_LARGE
    .set address, address + 0x200000
    .endr

boot_gdt:
    .quad 0
    .quad 0x00af9a000000ffff                /* KERNEL_CS, 64-bit */
    .quad 0x00cf92000000ffff                /* KERNEL_DS */
    .quad 0x00cf9a000000ffff                /* 32-bit code, for starting the other CPUs */
boot_gdt_pointer:
    .word 31
    .long boot_gdt

    .section .boot.text, "ax"
    .code32
    .globl boot_entry
boot_entry:
    cld
    movl %ebx, %edi                         /* the start info: start_boot_cpu's argument */
    movl $boot64, %esi
    /* falls through */

/* Turns on long mode and jumps to the 64-bit code at ESI (a low address); keeps EDI. */
enter_long_mode:
    movl $0x20, %eax                        /* CR4.PAE */
    movl %eax, %cr4
    movl $boot_pml4, %eax
    movl %eax, %cr3
    movl $0xc0000080, %ecx                  /* EFER: LME, NXE, SCE */
    rdmsr
    orl $0x901, %eax
    wrmsr
    movl $0x80010033, %eax                  /* CR0: PG, WP, NE, ET, MP, PE */
    movl %eax, %cr0
    lgdt boot_gdt_pointer
    ljmp $KERNEL_CS, $1f
    .code64
1:  movw $KERNEL_DS, %ax
    movw %ax, %ss
    movw %ax, %ds
    movw %ax, %es
    xorl %eax, %eax
    movw %ax, %fs
    movw %ax, %gs
    jmp *%rsi

boot64:
    movabsq $boot_stack_top, %rsp
    xorl %ebp, %ebp                         /* ends a backtrace */
    movabsq $start_boot_cpu, %rax
    call *%rax
    ud2

/* Another CPU, in long mode: switches from the boot tables to the kernel's own. */
cpu64:
    movabsq $cpu_on_kernel_tables, %rax
    jmp *%rax

    .text
cpu_on_kernel_tables:
    movq paging_kernel_root, %rax
    movq %rax, %cr3
    movq boot_cpu, %rdi
    movq CPU_KERNEL_STACK(%rdi), %rsp
    xorl %ebp, %ebp
    call *boot_cpu_entry
    ud2

/* The start-up IPI runs a copy of this at TRAMPOLINE_PHYS: real mode to protected mode. */
    .section .rodata
    .code16
    .globl boot_trampoline_start, boot_trampoline_end
boot_trampoline_start:
    cli
    xorw %ax, %ax
    movw %ax, %ds
    lgdtl TRAMPOLINE_PHYS + (trampoline_gdt - boot_trampoline_start)
    movl $0x11, %eax                        /* CR0: ET, PE */
    movl %eax, %cr0
    ljmpl $0x18, $TRAMPOLINE_PHYS + (trampoline32 - boot_trampoline_start)
    .code32
trampoline32:
    movw $KERNEL_DS, %ax
    movw %ax, %ds
    movw %ax, %es
    movw %ax, %ss
    movl $cpu64, %esi
    movl $enter_long_mode, %eax
    jmp *%eax
trampoline_gdt:
    .word 31
    .long boot_gdt
boot_trampoline_end:
    .code64

    .bss
    .globl boot_cpu_entry, boot_cpu
boot_cpu_entry:
    .quad 0
boot_cpu:
    .quad 0

    .section .note.GNU-stack, "", @progbits
