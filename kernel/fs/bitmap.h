/*
 * The two bitmaps: which inodes and which blocks are in use.
 *
 * Both calls belong inside an operation of the log and take the bitmap's mutex; each changes one
 * block.  To undo what the same operation did never fails.
 */
#ifndef FS_BITMAP_H
#define FS_BITMAP_H

#include "sched/mutex.h"
#include <stdint.h>

struct bitmap {
    struct mutex mutex;          /* guards [m] and the bits */
    const char *name;            /* [I] of a thing with a bit, for messages */
    uint32_t start;              /* [I] the first block of bits */
    uint32_t first;              /* [I] the lowest bit that may be given out */
    uint32_t end;                /* [I] the first that may not */
    uint32_t hint;               /* [m] all bits below are taken */
    void (*freed)(uint32_t bit); /* [I] for each bit given back, before it can be taken again */
};

/* freed may be NULL; it is called with the mutex held. */
void bitmap_init(struct bitmap *map, const char *name, uint32_t start, uint32_t first, uint32_t end,
                 void (*freed)(uint32_t bit));

/* Takes a free bit, preferably `near` or soon after it (0: anywhere): its number, -ENOSPC, -EIO or
 * -ENOMEM. */
int64_t bitmap_take(struct bitmap *map, uint32_t near);

/* Gives it back: 0, -EIO (it was free already, or is none) or -ENOMEM; then nothing has changed. */
int bitmap_give(struct bitmap *map, uint32_t bit);

#endif
