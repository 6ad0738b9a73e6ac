/* Exceptions and interrupts, from entry.S. */
#ifndef X86_TRAP_H
#define X86_TRAP_H

#include <machine.h>
#include <stdint.h>

extern uint64_t trap_handler; /* the function that entry.S calls: trap_handle(), if not traced */

void trap_handle(struct trap_frame *frame);
void trap_nmi(struct trap_frame *frame);

#endif
