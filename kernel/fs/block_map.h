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

/* The pointers on the way from the inode to a block of the file.  The buffers that contain them are
 * referenced until block_map_end(). */
struct block_way {
    struct block_pointer {
        uint32_t *at;
        struct buffer *in;
    } pointers[3];
    unsigned n;
    bool is_new; /* block_map_write() has allocated the block */
};

void block_map_init(void);          /* at mount */
int64_t block_map_count_used(void); /* all blocks of all files, or an error; needs no mutex */

/* Reads block number `index` of the file and takes a reference to its buffer; *out = NULL if it is
 * a hole. */
int block_map_read(struct inode *inode, uint32_t index, struct buffer **out);

/* The first block of the file from `index` on that is not a hole, or (down) the last one up to it:
 * its number; -ENOENT if there is none.  A hole of any length takes one step in each block of
 * pointers. */
int64_t block_map_seek(struct inode *inode, uint32_t index, bool down);

/* In operation: the same as block_map_read(), marked dirty, for a caller that changes some bytes; a
 * hole is filled with a new block of zeros.  -ENOSPC, -EFBIG; after an error nothing has changed.
 */
int block_map_modify(struct inode *inode, uint32_t index, struct buffer **out);

/*
 * In operation: the same for a caller that fills the block itself.  *fresh means that the contents
 * of the buffer are undefined and that the caller must set every byte.  They are if the block is
 * new, or if the caller said with `whole` that it needs none of the old contents; these are then
 * not read from the disk.
 *
 *     Example: 6000 bytes are written at offset 0 of a file of 10000 bytes.  Block 0 is whole, as
 *     all its 4096 bytes are replaced: it comes back fresh, without a read.  Block 1 is not whole,
 *     as its bytes from 1904 on stay: it is read.  If block 1 was a hole it also comes back fresh,
 *     and the caller zeroes its bytes from 1904 on.
 *
 * Without an error, block_map_end() must follow.
 */
int block_map_write(struct inode *inode, uint32_t index, bool whole, struct buffer **out,
                    bool *fresh, struct block_way *way);

void block_map_leave(struct inode *inode, struct block_way *way, bool undo);

/* In operation, after block_map_write() without an error.  undo: the block could not be filled; if
 * it is new, it is freed, and so are the new blocks of pointers to it. */
static inline void block_map_end(struct inode *inode, struct block_way *way, bool undo)
{
    if (undo || way->n > 1) /* without a block of pointers there is nothing to put */
        block_map_leave(inode, way, undo);
}

/* In operation: frees block number `index` of the file, which is mapped, and the blocks of pointers
 * that have none left.  The size stays.  After an error nothing has changed. */
int block_map_punch(struct inode *inode, uint32_t index);

/* In operation: shortens the file to at most size bytes, as far as one operation can.  1: call it
 * again in another operation; 0: done.  The file is consistent in between, and after an error.
 * The file's time stays. */
int block_map_cut(struct inode *inode, uint64_t size);

#endif
