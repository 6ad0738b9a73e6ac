/* The end of the machine; arch_poweroff() and the like are in arch/arch.h. */
#ifndef X86_POWER_H
#define X86_POWER_H

struct trap_frame;

void power_nmi(const struct trap_frame *frame); /* of entry.S */

#endif
