/*
 * PCI devices: finding them, and what a driver needs to set up of them.  For drivers at boot, one
 * CPU at a time: nothing here locks.  Source: PCI Local Bus Specification 3.0.
 */
#ifndef DEV_PCI_H
#define DEV_PCI_H

#include <stdbool.h>
#include <stdint.h>

struct pci_device {
    uint8_t bus, slot, function;
    uint16_t vendor, id;
};

#define PCI_CAP_VENDOR 0x09
#define PCI_CAP_MSIX   0x11

/* Looks through all buses for the first device that the caller wants. */
bool pci_find(bool (*wanted)(const struct pci_device *device), struct pci_device *found);

/* Configuration space.  offset: 0 to 255, a multiple of the width. */
uint8_t pci_read8(const struct pci_device *device, unsigned offset);
uint16_t pci_read16(const struct pci_device *device, unsigned offset);
uint32_t pci_read32(const struct pci_device *device, unsigned offset);
void pci_write16(const struct pci_device *device, unsigned offset, uint16_t value);

/* Has the device answer to its memory addresses and reach memory itself. */
void pci_enable(const struct pci_device *device);

/* The offset of the next capability of a kind behind `after` (0: the first); 0 if there is none. */
unsigned pci_capability(const struct pci_device *device, uint8_t kind, unsigned after);

/* Maps nbytes of what a base address register leads to; NULL if it leads to no memory. */
void *pci_map_bar(const struct pci_device *device, unsigned bar, uint32_t offset, uint32_t nbytes);

/* Switches the device to MSI-X and has entry 0 of its table call handler(arg) on an interrupt; the
 * other entries stay masked.  0, -ENODEV (it has no MSI-X) or -ENOMEM (no vector left). */
int pci_enable_msix(const struct pci_device *device, void (*handler)(void *arg), void *arg);

#endif
