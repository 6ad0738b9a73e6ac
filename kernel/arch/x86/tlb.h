/* TLB shootdown; arch_tlb_flush() is in arch/arch.h. */
#ifndef X86_TLB_H
#define X86_TLB_H

/* Handles another CPU's request. */
void tlb_interrupt(void);

/* Flushes all mappings of kernel stacks from the TLBs of all CPUs.  Interrupts on. */
void tlb_flush_kernel(void);

#endif
