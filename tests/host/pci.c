/*
 * Addresses that kernel/dev/pci.c gives to registers for which the firmware has none, up to the
 * last that fits.  QEMU's devices that have a driver are too small to come so far.
 */
/* sources: kernel/dev/pci.c */
#include "dev/pci.h"
#include "arch/device.h"
#include "check.h"

#define BAR0     0x10
#define NBARS    6
#define MEMORY   0x0
#define IO       0x1
#define WIDE     0x4
#define MIB      (1u << 20)
#define FREE     0xf0000000ul
#define FREE_END 0xfec00000ul

/* A device whose base address registers keep what is written, but for the bits below their size,
 * which say what they are (PCI 3.0, 6.2.5.1). */
static uint32_t selected, sizes[NBARS], kinds[NBARS], values[NBARS];

static unsigned bar_selected(void)
{
    unsigned offset = selected & 0xfc;
    CHECK(offset >= BAR0 && offset < BAR0 + 4 * NBARS);
    return (offset - BAR0) / 4;
}

void port_out32(uint16_t port, uint32_t value)
{
    if (port == 0xcf8)
        selected = value;
    else
        values[bar_selected()] = value & -sizes[bar_selected()];
}

uint32_t port_in32(uint16_t port)
{
    CHECK_EQ(port, 0xcfc);
    return sizes[bar_selected()] ? values[bar_selected()] | kinds[bar_selected()] : 0;
}

uint8_t port_in8(uint16_t port)
{
    FAIL("port 0x%x", port);
}

uint16_t port_in16(uint16_t port)
{
    FAIL("port 0x%x", port);
}

void port_out16(uint16_t port, uint16_t value)
{
    FAIL("port 0x%x: 0x%x", port, value);
}

void arch_irq_alloc_msi(void (*handler)(void *arg), void *arg, uint64_t *address, uint32_t *data)
{
    (void)handler, (void)arg, (void)address, (void)data;
    FAIL("no device has an interrupt");
}

void *arch_map_device(uint64_t phys, uint64_t nbytes)
{
    CHECK(nbytes > 0);
    return (void *)phys;
}

static uint64_t map(void)
{
    return (uint64_t)pci_map_bar(&(struct pci_device){0}, 1, 0, 16);
}

/* Where a new register of this size is mapped; 0: nowhere. */
static uint64_t map_new(uint32_t size, uint32_t kind)
{
    sizes[1] = size;
    kinds[1] = kind;
    values[1] = 0;
    uint64_t address = map();
    CHECK_EQ(values[1], address);
    CHECK_EQ(map(), address);
    return address;
}

int main(void)
{
    CHECK_EQ(map_new(0, MEMORY), 0); /* there is none */
    CHECK_EQ(map_new(64, IO), 0);
    CHECK_EQ(map_new(4096, MEMORY), FREE);
    CHECK_EQ(map_new(MIB, WIDE), FREE + MIB); /* a multiple of its size */
    CHECK_EQ(map_new(4096, MEMORY), FREE + 2 * MIB);
    CHECK_EQ(map_new(256 * MIB, MEMORY), 0); /* the next multiple is at 4 GiB */
    CHECK_EQ(map_new(128 * MIB, MEMORY), 0); /* it would end behind FREE_END */
    CHECK_EQ(map_new(64 * MIB, MEMORY), FREE + 64 * MIB);
    CHECK_EQ(map_new(64 * MIB, WIDE), FREE + 128 * MIB);
    CHECK_EQ(map_new(64 * MIB, MEMORY), 0);
    CHECK_EQ(map_new(32 * MIB, MEMORY), FREE + 192 * MIB);
    CHECK_EQ(map_new(8 * MIB, MEMORY), FREE + 224 * MIB);
    CHECK_EQ(map_new(4 * MIB, MEMORY), FREE_END - 4 * MIB);
    CHECK_EQ(map_new(4096, MEMORY), 0);
    return 0;
}
