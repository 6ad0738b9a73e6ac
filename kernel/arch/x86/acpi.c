/*
 * The few facts that the kernel takes from the firmware's ACPI tables: the CPUs (MADT), and a
 * persistent-memory range that serves as RAM disk (NFIT).  No table is changed and no AML is
 * executed.  The tables are QEMU's, and are believed.
 *
 * Source: ACPI 6.4, 5.2.5 (RSDP), 5.2.7 (RSDT), 5.2.12 (MADT), 5.2.25 (NFIT).
 */
#include "arch/x86/acpi.h"
#include "arch/device.h"
#include "core/print.h"
#include "core/string.h"

struct acpi_header {
    char signature[4];
    uint32_t length;
    uint8_t revision, checksum;
    char oem[22];
    uint32_t creator_revision;
} __attribute__((packed));

struct acpi_rsdp {
    char signature[8];
    uint8_t checksum;
    char oem[6];
    uint8_t revision;
    uint32_t rsdt;
} __attribute__((packed));

struct madt_cpu {
    uint8_t type, length, processor, apic_id;
    uint32_t flags; /* bit 0: may be used */
} __attribute__((packed));

struct nfit_range {
    uint16_t type, length, index, flags;
    uint32_t reserved, proximity;
    uint8_t guid[16];
    uint64_t start, nbytes;
} __attribute__((packed));

#define MADT_CPU 0

struct acpi_facts acpi;

static void madt_read(const struct acpi_header *table)
{
    const char *p = (const char *)(table + 1) + 8, *end = (const char *)table + table->length;
    for (; p < end; p += ((const struct madt_cpu *)p)->length) {
        const struct madt_cpu *cpu = (const struct madt_cpu *)p;
        if (cpu->type == MADT_CPU && (cpu->flags & 1) && acpi.ncpus < CPUS_MAX)
            acpi.apic_id[acpi.ncpus++] = cpu->apic_id;
    }
}

/* QEMU's begins with the first device's range. */
static void nfit_read(const struct acpi_header *table)
{
    const void *first = (const char *)(table + 1) + 4;
    const struct nfit_range *range = first;
    acpi.pmem_start = range->start;
    acpi.pmem_bytes = range->nbytes;
}

static const struct acpi_header *table_at(uint64_t phys)
{
    const struct acpi_header *table = arch_map_memory(phys, sizeof(*table));
    return arch_map_memory(phys, table->length);
}

void acpi_init(uint64_t rsdp_phys)
{
    if (!rsdp_phys) {
        print("acpi: no tables found: one CPU, no RAM disk\n");
        return;
    }
    const struct acpi_rsdp *rsdp = arch_map_memory(rsdp_phys, sizeof(*rsdp));
    const struct acpi_header *rsdt = table_at(rsdp->rsdt);
    const char *end = (const char *)rsdt + rsdt->length;
    uint32_t phys;
    for (const char *p = (const char *)(rsdt + 1); p < end; p += sizeof(phys)) {
        memcpy(&phys, p, sizeof(phys));
        const struct acpi_header *table = table_at(phys);
        if (memcmp(table->signature, "APIC", 4) == 0)
            madt_read(table);
        else if (memcmp(table->signature, "NFIT", 4) == 0)
            nfit_read(table);
    }
}

bool arch_pmem_range(uint64_t *start, uint64_t *nbytes)
{
    *start = acpi.pmem_start;
    *nbytes = acpi.pmem_bytes;
    return acpi.pmem_bytes != 0;
}
