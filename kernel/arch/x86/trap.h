/* Exceptions and interrupts, from entry.S. */
#ifndef X86_TRAP_H
#define X86_TRAP_H

#include <machine.h>

void trap_handle(struct trap_frame *frame);
void trap_nmi(struct trap_frame *frame);

#endif
