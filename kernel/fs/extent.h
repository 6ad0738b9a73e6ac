/*
 * Where the bytes of a file are: its tree of block pointers, and reading and writing through it.
 * Inside fs/; the calls for everybody are in fs/inode.h.  All want the inode's mutex held, and
 * those marked "in operation" an operation of the log running.
 */
#ifndef FS_EXTENT_H
#define FS_EXTENT_H

#include "fs/bitmap.h"
#include "fs/inode.h"

void extent_init(void); /* at mount */

/* The block with number `index` of the file, one more user; *out = NULL if it is a hole. */
int extent_block(struct inode *inode, uint32_t index, struct buffer **out);

/* In operation: the same, dirty, and with a block of zeros taken if there was none.  -ENOSPC,
 * -EFBIG; then extent_trim() must be called. */
int extent_block_take(struct inode *inode, uint32_t index, struct buffer **out);

/* In operation: gives back what the operation took behind the end of the file. */
void extent_trim(struct inode *inode);

/* In operation: makes the file at most size bytes long, as far as one operation can: 1 if there is
 * more to do, 0 at the end; the file is whole in between, also after an error. */
int extent_cut(struct inode *inode, uint64_t size);

/* inode_read() of any kind of file. */
int64_t extent_read(struct inode *inode, struct io io, uint64_t off, size_t n);

#endif
