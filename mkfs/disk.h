/*
 * An image file as a block device.  A disk is either written through to the file or kept: then what
 * is written stays in memory, and the file is never changed.
 */
#ifndef MKFS_DISK_H
#define MKFS_DISK_H

#include "dev/block.h"

/* An image that is there.  Ends the tool, with a message, if it cannot be used. */
struct block_device *disk_open(const char *path, bool write_through);

/* A new, empty one, in memory until disk_save(). */
struct block_device *disk_new(uint32_t nblocks);

/* Whether something was written that is not in the file. */
bool disk_differs(struct block_device *device);

/* Makes these blocks zero, in memory. */
void disk_clear(struct block_device *device, uint32_t block, uint32_t nblocks);

/* Writes a new disk to a file, with holes for blocks of zeros; the file is there whole or not at
 * all. */
void disk_save(struct block_device *device, const char *path);

#endif
