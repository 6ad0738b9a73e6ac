/* The interrupt controllers. */
#ifndef X86_APIC_H
#define X86_APIC_H

#include <stdint.h>

void apic_init(void);     /* boot CPU: maps it, masks the old PIC, IOAPIC */
void apic_init_cpu(void); /* each CPU */
void apic_end_interrupt(void);
void apic_device_interrupt(unsigned vector); /* calls the device's handler */

/* Interrupts to other CPUs. */
void apic_send(uint32_t apic_id, uint8_t vector);
void apic_send_nmi_others(void);

/* What starts another CPU: INIT, a pause, and STARTUP, which makes it run real-mode code. */
void apic_send_init(uint32_t apic_id);
void apic_send_startup(uint32_t apic_id, uint32_t code_phys);

uint32_t apic_timer_count(void);
void apic_timer_start(uint32_t count); /* 0 stops it */

#endif
