/*
 * The write-ahead log: an operation reaches the disk whole or not at all, whenever the power fails.
 *
 *     r = log_begin();            may sleep; -EROFS after a failed commit, or log_stop()
 *     change buffers, calling log_dirty() on each
 *     log_end();
 *
 * An operation changes at most LOG_OP_BLOCKS different blocks; longer work is split into several.
 * Inside an operation a thread must not take an inode mutex, begin another operation or call
 * inode_put().  Operations run concurrently and are collected in the running transaction; a commit
 * writes that as a whole.  With DEBUG=1 breaking these rules panics.
 */
#ifndef FS_LOG_H
#define FS_LOG_H

#include "fs/cache.h"

#define LOG_OP_BLOCKS 28

struct fs_super;

/* At mount, after super_init(): replays what is in the log of the file system with that superblock.
 * 0, -EIO, -ENOMEM, or -EINVAL after a message.  On a disk that cannot be written -EIO if there is
 * something to replay; otherwise 0, and there are no operations. */
int log_init(struct block_device *device, const struct fs_super *super);

int log_begin(void);
void log_end(void);

/* The buffer's bytes have changed, or are about to within this operation.  Never fails or sleeps.
 */
void log_dirty(struct buffer *buffer);

/* Commits all operations that ended before the call: 0, or -EIO if they are not safe on the disk.
 * May sleep; not inside an operation. */
int log_commit(void);

/* log_commit(), then an empty log; log_begin() gives -EROFS from then on. */
int log_close(void);

/* The file system is damaged: log_begin() gives -EROFS from then on.  Commits of earlier operations
 * go on.  False if this is not the first call.  May be called with spin locks held. */
bool log_stop(void);

/* For the flusher: sleeps until delay_ns after the first change to be committed. */
void log_wait_due(uint64_t delay_ns);

#endif
