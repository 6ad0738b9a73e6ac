/*
 * The architecture for device drivers: interrupts, and memory that is not the allocator's.  Ports
 * (port_in8() ...) are inline functions of <machine.h>.
 */
#ifndef ARCH_DEVICE_H
#define ARCH_DEVICE_H

#include <machine.h>
#include <stdbool.h>
#include <stdint.h>

/* ---- interrupts ----
 *
 * A handler runs in interrupt context, on the boot CPU, with interrupts off: it may take spin locks
 * and wake threads, never sleep.  Interrupts are routed at boot and the routes never change.  Too
 * many of them are a panic. */

/* Calls handler(arg) at each interrupt of one of the PC's 16 legacy (ISA) interrupt lines.  Only
 * for lines that the PC does not route elsewhere (ACPI 6.4, 5.2.12.5), as those of the serial
 * ports. */
void arch_irq_route_isa(unsigned isa_irq, void (*handler)(void *arg), void *arg);

/* Allocates a message-signaled interrupt (PCI 3.0, 6.8), which calls handler(arg): the device
 * raises it by writing *data to *address. */
void arch_irq_alloc_msi(void (*handler)(void *arg), void *arg, uint64_t *address, uint32_t *data);

/* ---- memory ---- Boot only; mappings are never removed.  Panic when memory for tables is out. */

void *arch_map_device(uint64_t phys, uint64_t nbytes); /* registers: not cached */
void *arch_map_memory(uint64_t phys, uint64_t nbytes); /* memory: cached */

/* A range of persistent memory that serves as a disk; false if the machine has none. */
bool arch_pmem_range(uint64_t *start, uint64_t *nbytes);

#endif
