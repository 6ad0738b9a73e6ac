/*
 * The RAM disk: a range of physical memory that the machine shows as persistent (an nvdimm of the
 * emulator, whose file is the disk image).  Requests end inside submit(), always at the same
 * instruction, which is what a deterministic run wants.
 */
#ifndef DEV_RAMDISK_H
#define DEV_RAMDISK_H

#include "dev/block.h"

struct block_device *ramdisk_find(void); /* NULL if the machine has none; boot */

#endif
