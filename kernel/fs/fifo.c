#include "fs/fifo.h"
#include <abi/errno.h>
#include <abi/poll.h>

/* Locked. */
static int open_ends(struct inode *inode, bool reads, bool writes, bool needs_reader)
{
    struct pipe *pipe = inode->pipe;
    if (needs_reader && (!pipe || pipe_poll(pipe, false, true) & POLLERR))
        return -ENXIO;
    if (!pipe) {
        inode->pipe = pipe = pipe_create(); /* both ends are open */
        if (pipe && !(reads && writes))
            pipe_close(pipe, reads);
        return pipe ? 0 : -ENOMEM;
    }
    if (reads)
        pipe_open_end(pipe, false);
    if (writes)
        pipe_open_end(pipe, true);
    return 0;
}

int fifo_open(struct inode *inode, bool reads, bool writes, bool nonblock)
{
    inode_lock(inode);
    int error = open_ends(inode, reads, writes, nonblock && !reads);
    uint32_t opened = error ? 0 : pipe_opened(inode->pipe, reads);
    inode_unlock(inode);
    if (error || nonblock)
        return error;
    error = pipe_wait_for_end(inode->pipe, reads, opened);
    if (error)
        fifo_close(inode, reads, writes);
    return error;
}

void fifo_close(struct inode *inode, bool reads, bool writes)
{
    inode_lock(inode);
    bool freed = reads && pipe_close(inode->pipe, false);
    if (writes && !freed)
        freed = pipe_close(inode->pipe, true);
    if (freed)
        inode->pipe = NULL;
    inode_unlock(inode);
}
