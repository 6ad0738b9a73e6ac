/*
 * The block map of a file: from the number of a block in the file to the block on the disk that
 * holds it, through direct and indirect pointers.
 *
 * Inside fs/.  All functions require the inode's mutex; those marked "in operation" also a running
 * operation of the log.
 */
#ifndef FS_BLOCK_MAP_H
#define FS_BLOCK_MAP_H

#include "fs/inode.h"

void block_map_init(void);          /* at mount */
int64_t block_map_count_used(void); /* all blocks of all files, or an error; needs no mutex */

/* Reads block number `index` of the file and takes a reference to its buffer; *out = NULL if it is
 * a hole. */
int block_map_read(struct inode *inode, uint32_t index, struct buffer **out);

/* The first block of the file from `index` on that is not a hole, or (down) the last one up to it:
 * its number; -ENOENT if there is none.  A hole of any length takes one step in each block of
 * pointers. */
int64_t block_map_seek(struct inode *inode, uint32_t index, bool down);

/*
 * In operation: the same, marked dirty, for a caller that changes it; a hole is filled with a new
 * block of zeros.  With `whole` the contents are undefined, and the caller must set every byte that
 * is not after the end of the file: it needs none of the old contents, so these are not read.
 * 1: the block is new; 0; or -ENOSPC, -EFBIG: after an error there may be more blocks of pointers.
 *
 *     Example: 6000 bytes are written at offset 0 of a file of 10000 bytes.  Block 0 is whole, as
 *     all its 4096 bytes are replaced: it comes back without a read.  Block 1 is not whole, as its
 *     bytes from 1904 on stay: it is read or, if it was a hole, zeroed.
 */
int block_map_write(struct inode *inode, uint32_t index, bool whole, struct buffer **out);

/* In operation: frees block number `index` of the file, which is mapped.  The size stays, and so do
 * blocks of pointers.  After an error nothing has changed; there is none if this operation has
 * allocated the block. */
int block_map_punch(struct inode *inode, uint32_t index);

/* In operation: shortens the file to at most size bytes, as far as one operation can.  1: call it
 * again in another operation; 0: done.  The file is consistent in between, and after an error.
 * The file's time stays. */
int block_map_cut(struct inode *inode, uint64_t size);

#endif
