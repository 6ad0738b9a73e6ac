/*
 * The file system as a whole: one is mounted, for as long as the machine runs.
 *
 * Who stands on what: path, directory, extent and inode, bitmap, log, cache, block device; each
 * uses only those behind it.  What programs and exec need is in fs/path.h, fs/inode.h and here.
 *
 * Lock order, outermost first (see also sched/mutex.h):
 *
 *     file position
 *     rename_lock              in tree.c: one rename or rmdir at a time
 *     inode mutexes            a directory before what is in it; two directories: see tree.c
 *     an operation of the log  between log_begin() and log_end() no inode mutex is taken
 *     bitmap mutexes
 *     spin locks               one each in inode.c, log.c and cache.c, none inside another but for
 *                              the cache's inside the log's
 *
 * Errors that every operation may give: -EIO (the disk failed, or the image contradicts itself; the
 * console says which), -ENOMEM, and, if it changes anything, -EROFS (an earlier commit failed).
 */
#ifndef FS_FS_H
#define FS_FS_H

#include "dev/block.h"
#include <abi/fs.h>
#include <stddef.h>

struct inode;

/*
 * Reads and checks the superblock, replays the log and frees the orphans.  The cache will use at
 * most cache_blocks blocks of memory (at least FS_CACHE_MIN).  Once; may sleep.  0, or after a
 * message -EINVAL (no file system of ours, or a damaged one), -EIO, -ENOMEM.
 */
int fs_mount(struct block_device *device, size_t cache_blocks);

#define FS_CACHE_MIN 64

/* fs_mount() without freeing the orphans: what fsck looks at. */
int fs_attach(struct block_device *device, size_t cache_blocks);

/* The geometry; fixed while mounted. */
const struct fs_super *fs_geometry(void);

/* Starts the thread that commits about a second after the first change: 0 or -ENOMEM.  flush.c */
int fs_start_flusher(void);

/* Everything that was changed before the call is safe on the disk when it returns 0.  May sleep.
 * This is sync(2), and fsync(2) of any file. */
int fs_sync(void);

/* For poweroff: fs_sync(), and marks the log as empty.  No change is possible from then on. */
int fs_unmount(void);

/* In operation: `change` more orphans. */
void fs_count_orphan(int change);

/* One line on the console about an image that contradicts itself; returns -EIO. */
int fs_corrupt(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
