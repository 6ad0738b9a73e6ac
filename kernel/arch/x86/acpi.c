/*
 * The few facts that the kernel takes from the firmware's ACPI tables: CPUs and interrupt
 * controllers (MADT), and a persistent-memory range that serves as RAM disk (NFIT).  No table is
 * changed and no AML is executed.  Tables with a bad checksum or length are ignored.
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

struct madt_entry {
    uint8_t type, length;
    union {
        struct {
            uint8_t processor, apic_id;
            uint32_t flags; /* bit 0: may be used */
        } __attribute__((packed)) cpu;
        struct {
            uint8_t id, reserved;
            uint32_t address, gsi_base;
        } __attribute__((packed)) ioapic;
        struct {
            uint8_t bus, isa_irq;
            uint32_t gsi;
            uint16_t flags;
        } __attribute__((packed)) isa;
    };
} __attribute__((packed));

struct nfit_range {
    uint16_t type, length, index, flags;
    uint32_t reserved, proximity;
    uint8_t guid[16];
    uint64_t start, nbytes;
} __attribute__((packed));

#define MADT_CPU    0
#define MADT_IOAPIC 1
#define MADT_ISA    2
#define NFIT_RANGE  0

struct acpi_facts acpi;

static void madt_entry_read(const struct madt_entry *e)
{
    if (e->type == MADT_CPU && (e->cpu.flags & 1) && acpi.ncpus < CPUS_MAX) {
        acpi.apic_id[acpi.ncpus++] = e->cpu.apic_id;
    } else if (e->type == MADT_IOAPIC && acpi.ioapic == 0) {
        acpi.ioapic = e->ioapic.address;
        acpi.ioapic_gsi_base = e->ioapic.gsi_base;
    } else if (e->type == MADT_ISA && e->isa.isa_irq < 16) {
        acpi.isa_gsi[e->isa.isa_irq] = e->isa.gsi;
        acpi.isa_flags[e->isa.isa_irq] = e->isa.flags;
    }
}

static void madt_read(const struct acpi_header *table)
{
    const char *p = (const char *)(table + 1), *end = (const char *)table + table->length;
    memcpy(&acpi.local_apic, p, 4);
    for (p += 8; p + 2 <= end; p += ((const struct madt_entry *)p)->length) {
        const struct madt_entry *e = (const struct madt_entry *)p;
        if (e->length < 8 || p + e->length > end)
            break;
        madt_entry_read(e);
    }
}

static void nfit_read(const struct acpi_header *table)
{
    const char *p = (const char *)(table + 1) + 4, *end = (const char *)table + table->length;
    while (p + 4 <= end) {
        const struct nfit_range *range = (const struct nfit_range *)p;
        if (range->length < 4 || p + range->length > end)
            break;
        if (range->type == NFIT_RANGE && range->length >= sizeof(*range) && acpi.pmem_bytes == 0) {
            acpi.pmem_start = range->start;
            acpi.pmem_bytes = range->nbytes;
        }
        p += range->length;
    }
}

static const struct acpi_header *table_at(uint64_t phys)
{
    const struct acpi_header *table = arch_map_memory(phys, sizeof(*table));
    if (table->length < sizeof(*table) || table->length > 1u << 20)
        return NULL;
    table = arch_map_memory(phys, table->length);
    uint8_t sum = 0;
    for (uint32_t i = 0; i < table->length; i++)
        sum += ((const uint8_t *)table)[i];
    return sum == 0 ? table : NULL;
}

/* The others are skipped: checksums of all tables (the DSDT is large) would cost boot time. */
static bool is_wanted(uint64_t phys)
{
    const char *signature = arch_map_memory(phys, 4);
    return memcmp(signature, "APIC", 4) == 0 || memcmp(signature, "NFIT", 4) == 0;
}

void acpi_init(uint64_t rsdp_phys)
{
    acpi.local_apic = 0xfee00000; /* the address on every PC */
    acpi.ioapic = 0;
    for (unsigned irq = 0; irq < 16; irq++)
        acpi.isa_gsi[irq] = irq;

    const struct acpi_rsdp *rsdp = arch_map_memory(rsdp_phys, sizeof(*rsdp));
    const struct acpi_header *rsdt = NULL;
    if (rsdp_phys && memcmp(rsdp->signature, "RSD PTR ", 8) == 0)
        rsdt = table_at(rsdp->rsdt);
    if (!rsdt) {
        print("acpi: no tables found: one CPU, no device interrupts\n");
        return;
    }
    uint32_t count = (rsdt->length - sizeof(*rsdt)) / 4;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t phys;
        memcpy(&phys, (const char *)(rsdt + 1) + i * 4, 4);
        const struct acpi_header *table = is_wanted(phys) ? table_at(phys) : NULL;
        if (table && memcmp(table->signature, "APIC", 4) == 0)
            madt_read(table);
        else if (table)
            nfit_read(table);
    }
    if (acpi.ioapic == 0)
        acpi.ioapic = 0xfec00000;
}

bool arch_pmem_range(uint64_t *start, uint64_t *nbytes)
{
    *start = acpi.pmem_start;
    *nbytes = acpi.pmem_bytes;
    return acpi.pmem_bytes != 0;
}
