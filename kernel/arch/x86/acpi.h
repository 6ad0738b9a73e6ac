/* Facts from the firmware's tables. */
#ifndef X86_ACPI_H
#define X86_ACPI_H

#include "core/cpu.h"
#include <stdint.h>

struct acpi_facts {
    uint64_t local_apic;
    uint32_t ncpus;
    uint32_t apic_id[CPUS_MAX]; /* [0] is not necessarily the boot CPU */
    uint64_t ioapic;
    uint32_t ioapic_gsi_base;
    uint32_t isa_gsi[16];            /* the IOAPIC input of each ISA interrupt */
    uint16_t isa_flags[16];          /* polarity and trigger (ACPI 6.4, table 5.26) */
    uint64_t pmem_start, pmem_bytes; /* 0, 0: no persistent memory */
};
extern struct acpi_facts acpi;

/* rsdp: the root pointer's physical address, from the loader. */
void acpi_init(uint64_t rsdp);

#endif
