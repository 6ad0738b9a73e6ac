/* The timer of "arch/x86/apic.h", as a device of the test. */
#ifndef HOST_APIC_H
#define HOST_APIC_H

#include <stdint.h>

uint32_t apic_timer_count(void);
void apic_timer_prepare(void);
void apic_timer_start(uint32_t count);

#endif
