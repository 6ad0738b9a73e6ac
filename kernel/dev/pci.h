/*
 * PCI devices: finding and configuring them.  For drivers at boot, while one CPU runs: nothing here
 * locks.  Source: PCI Local Bus Specification 3.0.
 */
#ifndef DEV_PCI_H
#define DEV_PCI_H

#include <stdbool.h>
#include <stdint.h>

struct pci_device {
    uint8_t device, function; /* on bus 0 */
};

#define PCI_CAP_VENDOR 0x09
#define PCI_CAP_MSIX   0x11

/* Finds the first such device of bus 0. */
bool pci_find(uint16_t vendor, uint16_t id, struct pci_device *found);

/* Configuration space.  offset: 0 to 255, a multiple of the width. */
uint8_t pci_read8(const struct pci_device *device, unsigned offset);
uint32_t pci_read32(const struct pci_device *device, unsigned offset);

/* Enables the device to respond to its memory addresses and to access memory (DMA). */
void pci_enable(const struct pci_device *device);

/* The offset of the next capability of a kind after `after` (0: the first); 0 if there is none. */
unsigned pci_capability(const struct pci_device *device, uint8_t kind, unsigned after);

/* Maps nbytes of the memory that a base address register points to; NULL if it is not memory. */
void *pci_map_bar(const struct pci_device *device, unsigned bar, uint32_t offset, uint32_t nbytes);

/* Switches the device to MSI-X: interrupts of entry 0 of its table call handler(arg), the other
 * entries stay masked.  0, or -ENODEV: it has no MSI-X. */
int pci_enable_msix(const struct pci_device *device, void (*handler)(void *arg), void *arg);

#endif
