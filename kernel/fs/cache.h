/*
 * The buffer cache: blocks of the disk in memory, at most one copy of each.
 *
 * A buffer has no lock for its contents.  They are guarded by the lock of the object that they
 * belong to: a file's blocks and indirect blocks by its inode's mutex, an entry of the inode table
 * by the mutex of that inode, a bitmap by its mutex.  Contents are changed only inside an operation
 * of the log, and the buffer is passed to log_dirty().
 *
 * cache_read() and cache_fresh() may sleep.  No function may be called from an interrupt.
 *
 * Locks: [c] cache_lock in cache.c; [l] the log's lock; [I] fixed while there is a reference.
 */
#ifndef FS_CACHE_H
#define FS_CACHE_H

#include "core/list.h"
#include "dev/block.h"
#include "sched/waitq.h"

enum buffer_state {
    BUFFER_EMPTY, /* contents undefined: new, or its read failed */
    BUFFER_READING,
    BUFFER_VALID,
};

struct buffer {
    void *data;                   /* [I] BLOCK_SIZE bytes, a page */
    uint32_t block;               /* [I] */
    uint32_t users;               /* atomic: references; the transaction that it is in holds one.
                                   * The first is taken, and the last dropped, with [c]. */
    enum buffer_state state;      /* [c] */
    bool logged;                  /* [l] it is in the running transaction */
    struct list chain;            /* [c] in its hash chain */
    struct list idle;             /* [c] on the list of buffers without references */
    struct list log_link;         /* [l] on the transaction's list */
    struct waitq read_done;       /* guard: cache_lock */
    struct block_request request; /* of the read, or of the commit */
};

#define CACHE_MIN 64 /* blocks */

/* Once, at mount: a cache of at most max_blocks blocks of memory. */
void cache_init(struct block_device *device, size_t max_blocks);
size_t cache_capacity(void); /* buffers that there can be by now: fewer where memory is short */
size_t cache_count(void);    /* buffers that there are: a page and an object each */

/* Frees some idle buffers, but keeps at least so many buffers; returns the number of pages freed.
 * Never sleeps. */
size_t cache_reclaim(size_t least);

/* Takes a reference to the block's buffer, and reads it if need be.  -EIO or -ENOMEM. */
int cache_read(uint32_t block, struct buffer **out);

/* The same without reading the disk: the contents are undefined and the caller sets every byte.
 * -ENOMEM.  For a block that is in the running transaction, or that somebody has a reference to,
 * neither this nor cache_read() can fail for want of memory. */
int cache_fresh(uint32_t block, struct buffer **out);

/* Takes another reference; the caller has one already. */
void cache_hold(struct buffer *buffer);

/* Drops a reference. */
void cache_put(struct buffer *buffer);

#endif
