/* TLB shootdown; arch_tlb_flush() is in arch/arch.h. */
#ifndef X86_TLB_H
#define X86_TLB_H

#include <stdint.h>

/* Handles another CPU's request. */
void tlb_interrupt(void);

/* With DEBUG=1: TLBs may still have old entries of these tables.  The thread panics if it returns
 * to its program before it calls arch_tlb_flush().  pc: the place of the change. */
#ifdef DEBUG
void tlb_outdated(uint64_t root, void *pc);
#else
#define tlb_outdated(...) ((void)0)
#endif

#endif
