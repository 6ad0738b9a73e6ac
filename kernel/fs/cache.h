/*
 * The buffer cache: blocks of the disk in memory, at most one copy of each.
 *
 * A buffer is a place, not a lock: what guards the bytes is whatever guards the thing that they
 * describe (a file's blocks and pointer blocks: its inode's mutex; a slot of the inode table: the
 * mutex of that inode; a bitmap: its mutex).  Bytes are changed only inside an operation of the log
 * and the buffer is passed to log_dirty().
 *
 * cache_read() and cache_fresh() may sleep.  None may be called from an interrupt.
 *
 * Locks: [c] cache_lock in cache.c; [l] the log's lock; [I] fixed while anybody uses the buffer.
 */
#ifndef FS_CACHE_H
#define FS_CACHE_H

#include "core/list.h"
#include "dev/block.h"
#include "sched/waitq.h"

enum buffer_state {
    BUFFER_EMPTY, /* holds nothing of use: new, or its read failed */
    BUFFER_READING,
    BUFFER_VALID,
};

struct buffer {
    void *data;                   /* [I] BLOCK_SIZE bytes, a page */
    uint32_t block;               /* [I] */
    uint32_t users;               /* [c] the transaction that it is in counts as one */
    enum buffer_state state;      /* [c] */
    bool logged;                  /* [l] it is in the running transaction */
    struct buffer *hash_next;     /* [c] */
    struct list idle;             /* [c] on the list of buffers without users, oldest first */
    struct list log_link;         /* [l] on the transaction's list */
    struct waitq read_done;       /* guard: cache_lock */
    struct block_request request; /* of the read, or of the commit */
};

/* Once, at mount: a cache of at most max_blocks blocks of memory.  0 or -ENOMEM. */
int cache_init(struct block_device *device, size_t max_blocks);
size_t cache_capacity(void);

/* Gives back some pages of blocks that nobody uses; how many.  Never sleeps. */
size_t cache_reclaim(void);

/* The block with its contents, one more user.  -EIO or -ENOMEM. */
int cache_read(uint32_t block, struct buffer **out);

/* The same without reading the disk: the caller writes every byte.  -ENOMEM.  Never fails for a
 * block that is in the running transaction; nor does cache_read(). */
int cache_fresh(uint32_t block, struct buffer **out);

/* The same buffer, one more user; the caller is one already. */
void cache_hold(struct buffer *buffer);

/* One user fewer. */
void cache_put(struct buffer *buffer);

/* The block was freed: takes it out of the running transaction, and its contents are void. */
void cache_forget(uint32_t block);

#endif
