/* Facts from the firmware's tables. */
#ifndef X86_ACPI_H
#define X86_ACPI_H

#include "core/cpu.h"
#include <stdint.h>

struct acpi_facts {
    uint32_t ncpus;
    uint32_t apic_id[CPUS_MAX];      /* [0] is not necessarily the boot CPU */
    uint64_t pmem_start, pmem_bytes; /* 0, 0: no persistent memory */
};
extern struct acpi_facts acpi;

/* rsdp: the root pointer's physical address, from the loader; 0: there is none. */
void acpi_init(uint64_t rsdp);

#endif
