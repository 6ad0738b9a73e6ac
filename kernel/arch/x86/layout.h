/* Constants that assembly and C share.  The offsets are checked against the structures in cpu.c. */
#ifndef X86_LAYOUT_H
#define X86_LAYOUT_H

#define KERNEL_BASE    0xffffffff80000000
#define STACK_AREA     0xffffc00000000000 /* kernel stacks, see stack.c */
#define STACK_AREA_END (STACK_AREA + (1ull << 39))

#define CPU_CURRENT       8
#define CPU_KERNEL_STACK  16
#define CPU_USER_STACK    24
#define THREAD_WORK       8
#define THREAD_LEFT_TO_PC 16

#define FRAME_RAX    112
#define FRAME_RCX    104
#define FRAME_R11    32
#define FRAME_VECTOR 120
#define FRAME_RIP    136
#define FRAME_CS     144
#define FRAME_RFLAGS 152
#define FRAME_RSP    160
#define FRAME_BYTES  176
#define FRAME_MARK   1 /* added to its address in rbp: backtrace.c */

#define KERNEL_CS    0x08
#define KERNEL_DS    0x10
#define USER_DS      0x1b
#define USER_CS      0x23
#define TSS_SELECTOR 0x28

#define RFLAGS_OF_PROGRAM 0x254fd7 /* all that may be set in user mode: not IOPL, VM, VIF, VIP */

/* Interrupt vectors.  0 to 31 are the CPU's exceptions (Intel SDM 3, 6.3.1). */
#define VECTOR_NMI          2
#define VECTOR_DOUBLE_FAULT 8
#define VECTOR_DEVICE       0x30 /* the first of DEVICE_VECTORS for devices */
#define DEVICE_VECTORS      16
#define VECTOR_TIMER        0xf0
#define VECTOR_WAKE         0xf1
#define VECTOR_TLB          0xf2
#define VECTOR_SPURIOUS     0xff
#define VECTOR_SYSCALL      0x100 /* in trap_frame.vector only */

#define TRAMPOLINE_PHYS 0x8000 /* where other CPUs start, in real mode */

#endif
