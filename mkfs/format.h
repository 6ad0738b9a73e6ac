/* Makes an empty file system, which contains only a root directory. */
#ifndef MKFS_FORMAT_H
#define MKFS_FORMAT_H

#include "dev/block.h"
#include <abi/fs.h>

/* Computes the geometry for nblocks and ninodes (0: a number that suits the size).  0, or -ENOSPC:
 * no room for a single file. */
int format_plan(struct fs_super *super, uint32_t nblocks, uint32_t ninodes);

/* Writes all of it to a disk of zeros.  0 or -EIO. */
int format_write(struct block_device *device, const struct fs_super *super, uint64_t mtime_ns);

#endif
