/*
 * An image file as a block device.  Writes either go through to the file, or are kept in memory and
 * the file never changes.
 */
#ifndef MKFS_DISK_H
#define MKFS_DISK_H

#include "dev/block.h"

/* Opens an existing image.  If it cannot be used, prints a message and exits. */
struct block_device *disk_open(const char *path, bool write_through);

/* Creates an empty disk, which is in memory until disk_save(). */
struct block_device *disk_new(uint32_t nblocks);

/* Whether the disk in memory differs from the file. */
bool disk_differs(struct block_device *device);

/* Zeroes these blocks, in memory. */
void disk_clear(struct block_device *device, uint32_t block, uint32_t nblocks);

/* Writes a new disk to a file, with holes for blocks of zeros.  Replaces the file atomically. */
void disk_save(struct block_device *device, const char *path);

#endif
