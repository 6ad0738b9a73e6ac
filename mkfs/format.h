/* Making an empty file system: a root directory and nothing else. */
#ifndef MKFS_FORMAT_H
#define MKFS_FORMAT_H

#include "dev/block.h"
#include <abi/fs.h>

/* The geometry for so many blocks and inodes (0: a good number for the size).  0, or -ENOSPC: no
 * room for a single file. */
int format_plan(struct fs_super *super, uint32_t nblocks, uint32_t ninodes);

/* Writes it all; the disk is zero before.  0 or -EIO. */
int format_write(struct block_device *device, const struct fs_super *super, uint64_t mtime_ns);

#endif
