/*
 * FIFOs: pipes with a name in the file system (mkfifo).  All files of one inode share its pipe,
 * which there is while one of them is open.
 *
 * Both may sleep.  The caller has a reference to the inode, until it has closed the FIFO.
 */
#ifndef FS_FIFO_H
#define FS_FIFO_H

#include "fs/inode.h"
#include "fs/pipe.h"

/* Opens one end, or both, of inode->pipe.  Waits until the other end is open as well, or has been
 * opened since: -EINTR.  nonblock: does not wait, but -ENXIO: for writing, and there is no reader.
 * -ENOMEM. */
int fifo_open(struct inode *inode, bool reads, bool writes, bool nonblock);
void fifo_close(struct inode *inode, bool reads, bool writes);

#endif
