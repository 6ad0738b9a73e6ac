/*
 * The RAM disk: a range of physical memory that the firmware reports as persistent (an nvdimm of
 * the emulator, backed by the disk image).  Requests complete inside submit(), always at the same
 * instruction, as a deterministic run requires.
 */
#ifndef DEV_RAMDISK_H
#define DEV_RAMDISK_H

#include "dev/block.h"

struct block_device *ramdisk_find(void); /* NULL if the machine has none; boot */

#endif
