/*
 * The file system as a whole: one is mounted, for as long as the machine runs.
 *
 * Layers, from the top: path and tree, walk, directory, name_index, mapped, contents, inode,
 * name_cache, block_map, bitmap, super, log, cache, block device.  Each calls only those below it.
 * The rest of the kernel uses this header and those of the file, path, tree, contents and inode
 * layers.
 *
 * Lock order, outermost first (see also sched/mutex.h):
 *
 *     file position
 *     rename_lock              in tree.c: one rename or rmdir at a time
 *     mapped files             in mapped.c
 *     inode mutexes            a directory before what is in it; two: see tree.c
 *     an operation of the log  between log_begin() and log_end() no inode mutex is taken
 *     bitmap mutexes
 *     spin locks               one each in name_cache.c, name_index.c, inode.c, log.c and cache.c;
 *                              none inside another, except the cache's inside the log's
 *
 * Errors that every operation may give: -EIO (the disk failed, or the file system on it is
 * inconsistent; a message on the console says which), -ENOMEM, and, if it changes anything, -EROFS
 * (an earlier commit failed).
 */
#ifndef FS_FS_H
#define FS_FS_H

#include "dev/block.h"
#include <stddef.h>

/*
 * Reads and checks the superblock, replays the log and frees the orphans.  The cache will use at
 * most cache_blocks blocks of memory, or CACHE_MIN if that is more.  Once; may sleep.  0, or after
 * a message -EINVAL (no Tally file system, or a damaged one), -EIO, -ENOMEM.
 */
int fs_mount(struct block_device *device, size_t cache_blocks);

/* fs_mount() without freeing the orphans: for fsck. */
int fs_attach(struct block_device *device, size_t cache_blocks);

/* sync(2), and fsync(2) of any file: when it returns 0, all changes made before the call are on the
 * disk, those by stores to shared pages too (fs/mapped.h).  May sleep. */
int fs_sync(void);

/* For poweroff: fs_sync(), and marks the log as empty.  Later changes fail with -EROFS. */
int fs_unmount(void);

/* Frees some of the memory that is only kept to be faster: how many pages; 0: there is none.  Never
 * sleeps; may be called whatever mutexes are held. */
size_t fs_reclaim(void);

#endif
