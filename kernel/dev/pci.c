/* Configuration space is accessed through two ports, address and data (PCI 3.0, 3.2.2.3.2). */
#include "dev/pci.h"
#include "arch/device.h"
#include <abi/errno.h>
#include <stddef.h>

#define CONFIG_ADDRESS 0xcf8
#define CONFIG_DATA    0xcfc
#define CONFIG_ENABLE  0x80000000u

/* Configuration header (PCI 3.0, 6.1). */
#define PCI_VENDOR      0x00 /* its upper half is the id */
#define PCI_COMMAND     0x04 /* its upper half is the status */
#define PCI_BAR0        0x10
#define PCI_CAP_POINTER 0x34

#define COMMAND_MEMORY 0x2
#define COMMAND_MASTER 0x4
#define COMMAND_MASK   0xffff

#define FUNCTIONS 256 /* 32 devices of up to 8 functions */

#define BAR_IO    0x1
#define BAR_TYPE  0x6
#define BAR_64BIT 0x4
#define BAR_FLAGS 0xfu

/* Addresses for registers that the firmware has left at 0: above all memory that is below 4 GiB,
 * and below the interrupt controllers. */
#define FREE_START 0xf0000000u
#define FREE_END   0xfec00000u

/* MSI-X capability and table (PCI 3.0, 6.8.2). */
#define MSIX_TABLE  4
#define MSIX_ENABLE 0x80000000u /* in the capability's first 4 bytes */
#define MSIX_BAR    0x7u

struct msix_entry {
    uint32_t address_low, address_high, data;
    uint32_t masked; /* bit 0; set after reset */
};

/* ---- configuration space ---- */

static void select(const struct pci_device *d, unsigned offset)
{
    port_out32(CONFIG_ADDRESS,
               CONFIG_ENABLE | d->device << 11 | d->function << 8 | (offset & 0xfc));
}

uint32_t pci_read32(const struct pci_device *device, unsigned offset)
{
    select(device, offset);
    return port_in32(CONFIG_DATA);
}

uint8_t pci_read8(const struct pci_device *device, unsigned offset)
{
    return pci_read32(device, offset) >> 8 * (offset & 3);
}

static void pci_write32(const struct pci_device *device, unsigned offset, uint32_t value)
{
    select(device, offset);
    port_out32(CONFIG_DATA, value);
}

/* ---- finding ---- */

/* A device with one function may answer for all eight: then it is seen eight times. */
bool pci_find(uint16_t vendor, uint16_t id, struct pci_device *found)
{
    for (unsigned at = 0; at < FUNCTIONS; at++) {
        *found = (struct pci_device){.device = at >> 3, .function = at & 7};
        if (pci_read32(found, PCI_VENDOR) == ((uint32_t)id << 16 | vendor))
            return true;
    }
    return false;
}

/* ---- setting up ---- */

void pci_enable(const struct pci_device *device)
{
    uint32_t command = pci_read32(device, PCI_COMMAND) & COMMAND_MASK; /* 0 changes no status */
    pci_write32(device, PCI_COMMAND, command | COMMAND_MEMORY | COMMAND_MASTER);
}

unsigned pci_capability(const struct pci_device *device, uint8_t kind, unsigned after)
{
    unsigned at = pci_read8(device, after ? after + 1 : PCI_CAP_POINTER);
    while (at && pci_read8(device, at) != kind)
        at = pci_read8(device, at + 1);
    return at;
}

/* Small firmware, such as QEMU's qboot, assigns no addresses.  The size is what stays 0 of a
 * register that is set to all ones (PCI 3.0, 6.2.5.1); it is a power of 2, and the address a
 * multiple of it. */
static uint32_t assign(const struct pci_device *device, unsigned offset)
{
    static uint32_t next = FREE_START;
    pci_write32(device, offset, UINT32_MAX);
    uint32_t size = -(pci_read32(device, offset) & ~BAR_FLAGS);
    uint32_t address = (next + size - 1) & -size;
    if (size == 0 || address < next || address > FREE_END - size) {
        pci_write32(device, offset, 0); /* or the next to ask takes it for an address */
        return 0;
    }
    next = address + size;
    pci_write32(device, offset, address);
    return address;
}

void *pci_map_bar(const struct pci_device *device, unsigned bar, uint32_t offset, uint32_t nbytes)
{
    uint32_t low = pci_read32(device, PCI_BAR0 + 4 * bar);
    uint64_t address = low & ~BAR_FLAGS;
    if (low & BAR_IO)
        return NULL;
    if ((low & BAR_TYPE) == BAR_64BIT)
        address |= (uint64_t)pci_read32(device, PCI_BAR0 + 4 * bar + 4) << 32;
    if (address == 0)
        address = assign(device, PCI_BAR0 + 4 * bar);
    return address ? arch_map_device(address + offset, nbytes) : NULL;
}

int pci_enable_msix(const struct pci_device *device, void (*handler)(void *arg), void *arg)
{
    unsigned cap = pci_capability(device, PCI_CAP_MSIX, 0);
    if (cap == 0)
        return -ENODEV;
    uint32_t table = pci_read32(device, cap + MSIX_TABLE);
    volatile struct msix_entry *entry =
        pci_map_bar(device, table & MSIX_BAR, table & ~MSIX_BAR, sizeof(*entry));
    if (!entry)
        return -ENODEV;
    uint64_t address;
    uint32_t data;
    arch_irq_alloc_msi(handler, arg, &address, &data);
    pci_write32(device, cap, pci_read32(device, cap) | MSIX_ENABLE);
    entry->address_low = address;
    entry->address_high = address >> 32;
    entry->data = data;
    entry->masked = 0;
    return 0;
}
