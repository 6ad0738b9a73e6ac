/*
 * The superblock: the geometry of the file system and the number of its orphans.
 *
 * It stays in memory, in its buffer, for as long as the file system is mounted.
 */
#ifndef FS_SUPER_H
#define FS_SUPER_H

#include "dev/block.h"
#include <abi/fs.h>

/* At mount, before log_init(), which may replay a newer number of orphans: reads and checks the
 * superblock.  May sleep.  0, -EIO, -ENOMEM, or -EINVAL after a message. */
int super_init(const struct block_device *device);

/* The geometry; fixed while mounted. */
const struct fs_super *super_geometry(void);

/* In operation: adds `change` to the number of orphans. */
void super_count_orphan(int change);

/* The image is inconsistent.  The first call prints what is wrong in one line on the console, and
 * from then on no operation begins: changes could make the damage worse.  Returns -EIO. */
int super_corrupt(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
