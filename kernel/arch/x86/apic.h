/* The interrupt controllers. */
#ifndef X86_APIC_H
#define X86_APIC_H

#include <stdbool.h>
#include <stdint.h>

/* Registers of the local APIC, byte offsets. */
#define APIC_EOI         0xb0 /* 0: the interrupt has been handled */
#define APIC_ICR_LOW     0x300
#define APIC_TIMER_START 0x380
#define APIC_TIMER_NOW   0x390

extern volatile uint32_t *apic; /* this CPU's, at the same address for each */

void apic_init(void);                        /* boot CPU: maps it and the IOAPIC */
void apic_init_cpu(void);                    /* each CPU */
void apic_timer_prepare(void);               /* each time before this CPU's is started */
bool apic_nmi_is_alarm(void);                /* in an NMI; once for each alarm */
void apic_device_interrupt(unsigned vector); /* calls the device's handler */

/* Interrupts to other CPUs.  The command is a vector; or an NMI to all others, whatever the ID; or
 * one of the two that start a CPU: INIT, and after a pause STARTUP | the number of the page with
 * the real-mode code that it runs. */
#define APIC_NMI_OTHERS 0xc4400
#define APIC_INIT       0x4500
#define APIC_STARTUP    0x4600
void apic_send(uint32_t apic_id, uint32_t command);

/* To this CPU: APIC_SELF | a vector, written to APIC_ICR_LOW alone.  So it may come between another
 * command's two writes, from an NMI. */
#define APIC_SELF 0x40000

static inline void apic_write(unsigned reg, uint32_t value)
{
    apic[reg / 4] = value;
}

static inline uint32_t apic_timer_count(void)
{
    return apic[APIC_TIMER_NOW / 4];
}

/* 0 stops it. */
static inline void apic_timer_start(uint32_t count)
{
    apic_write(APIC_TIMER_START, count);
}

#endif
