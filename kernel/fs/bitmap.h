/*
 * The two bitmaps: which inodes and which blocks are in use.
 *
 * All calls take the bitmap's mutex.  Calls that change the bitmap are made inside an operation of
 * the log; each changes one block.  An operation can always undo its own changes: that never fails.
 */
#ifndef FS_BITMAP_H
#define FS_BITMAP_H

#include "fs/cache.h"
#include "sched/mutex.h"
#include <stdint.h>

#define BITS_PER_BLOCK (BLOCK_SIZE * 8u)

struct bitmap {
    struct mutex mutex; /* guards [m] and the bits */
    const char *name;   /* [I] what a bit stands for, for messages */
    uint32_t start;     /* [I] the first block of bits */
    uint32_t first;     /* [I] the lowest bit that may be allocated */
    uint32_t end;       /* [I] one past the highest */
    uint32_t hint;      /* [m] all bits below are set */
};

/* At mount. */
void bitmap_init(struct bitmap *map, const char *name, uint32_t start, uint32_t first,
                 uint32_t end);

/* Sets the lowest clear bit, and returns its number; -ENOSPC, -EIO or -ENOMEM. */
int64_t bitmap_alloc(struct bitmap *map);

/* Clears n bits from `first` on, all in one block of the bitmap: 0; -EIO (one was clear already, or
 * is out of range) or -ENOMEM, and then nothing has changed. */
int bitmap_free(struct bitmap *map, uint32_t first, uint32_t n);

/* How many bits are set; -EIO or -ENOMEM. */
int64_t bitmap_count(struct bitmap *map);

#endif
