/*
 * The write-ahead log: an operation reaches the disk whole or not at all, whenever the power goes.
 *
 *     r = log_begin();            may sleep; -EROFS after a failed commit
 *     change buffers, calling log_dirty() on each
 *     log_end();
 *
 * An operation changes at most LOG_OP_BLOCKS different blocks; longer work is cut into several.
 * Between the two no inode mutex is taken, no second operation begun and no inode_put() made.
 * Operations run side by side and join the running transaction; a commit writes that as a whole.
 */
#ifndef FS_LOG_H
#define FS_LOG_H

#include "fs/cache.h"

#define LOG_OP_BLOCKS 28

/* At mount, after cache_init(): replays what is in the log.  0, -EIO, -ENOMEM, -EINVAL. */
int log_init(struct block_device *device, uint32_t start, uint32_t nblocks, uint32_t fs_blocks);

int log_begin(void);
void log_end(void);

/* The buffer's bytes have changed, or are about to within this operation.  Never fails or sleeps.
 */
void log_dirty(struct buffer *buffer);

/* cache_forget()'s part: the buffer leaves the running transaction. */
void log_forget(struct buffer *buffer);

/* Commits what ended before the call: 0, or -EIO if it is not safe on the disk.  May sleep; not
 * inside an operation. */
int log_commit(void);

/* log_commit(), then an empty log; log_begin() gives -EROFS from then on. */
int log_close(void);

/* For the flusher: sleeps until there has been something to commit for delay_ns. */
void log_wait_due(uint64_t delay_ns);

#endif
