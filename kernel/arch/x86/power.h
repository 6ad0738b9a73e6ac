/* The end of the machine; arch_poweroff() and the like are in arch/arch.h. */
#ifndef X86_POWER_H
#define X86_POWER_H

struct trap_frame;

/* At an NMI: ends here if another CPU has panicked; prints what this CPU does. */
void power_stop_if_panicked(void);
void power_tell(const struct trap_frame *frame);

#endif
