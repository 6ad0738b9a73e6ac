/* The end of the machine; arch_poweroff() and the like are in arch/arch.h. */
#ifndef X86_POWER_H
#define X86_POWER_H

struct trap_frame;

void power_nmi(const struct trap_frame *frame); /* of entry.S */

/* What this interrupt came upon says what it is, if arch_ask_all() asks for it. */
void power_answer(const struct trap_frame *frame);

#endif
