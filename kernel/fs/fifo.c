/* The open FIFOs are on one list, which is short: a program opens few, and for long. */
#include "fs/fifo.h"
#include "core/list.h"
#include "mm/kmem.h"
#include "sched/mutex.h"
#include <abi/errno.h>

struct fifo {
    struct list link;          /* [m] */
    const struct inode *inode; /* [I] */
    struct pipe *pipe;         /* [I] freed with the fifo, when no end is open */
};

static struct mutex mutex = MUTEX_INIT(mutex, "open FIFOs"); /* [m] */
static struct list fifos = LIST_INIT(fifos);

/* [m] NULL: it is not open. */
static struct fifo *find(const struct inode *inode)
{
    LIST_FOREACH (fifo, &fifos, struct fifo, link)
        if (fifo->inode == inode)
            return fifo;
    return NULL;
}

/* [m] A new one, whose ends are open as asked. */
static struct fifo *create(const struct inode *inode, bool reads, bool writes)
{
    struct fifo *fifo = kmem_alloc(sizeof(*fifo));
    struct pipe *pipe = fifo ? pipe_create() : NULL; /* both ends are open */
    if (!pipe) {
        kmem_free(fifo);
        return NULL;
    }
    if (!reads || !writes)
        pipe_close(pipe, reads);
    *fifo = (struct fifo){.inode = inode, .pipe = pipe};
    list_push_back(&fifos, &fifo->link);
    return fifo;
}

/* [m] */
static int open_ends(const struct inode *inode, bool reads, bool writes, bool needs_reader,
                     struct pipe **out)
{
    struct fifo *fifo = find(inode);
    if (needs_reader && !(fifo && pipe_is_open(fifo->pipe, false)))
        return -ENXIO;
    if (!fifo) {
        fifo = create(inode, reads, writes);
        *out = fifo ? fifo->pipe : NULL;
        return fifo ? 0 : -ENOMEM;
    }
    *out = fifo->pipe;
    if (reads)
        pipe_open_end(*out, false);
    if (writes)
        pipe_open_end(*out, true);
    return 0;
}

int fifo_open(const struct inode *inode, bool reads, bool writes, bool nonblock, struct pipe **out)
{
    mutex_lock(&mutex);
    int error = open_ends(inode, reads, writes, nonblock && !reads, out);
    uint32_t opened = error ? 0 : pipe_opened(*out, reads);
    mutex_unlock(&mutex);
    if (error || nonblock)
        return error;
    error = pipe_wait_for_end(*out, reads, opened);
    if (error)
        fifo_close(inode, reads, writes);
    return error;
}

void fifo_close(const struct inode *inode, bool reads, bool writes)
{
    mutex_lock(&mutex);
    struct fifo *fifo = find(inode);
    bool freed = reads && pipe_close(fifo->pipe, false);
    if (writes && !freed)
        freed = pipe_close(fifo->pipe, true);
    if (freed) {
        list_remove(&fifo->link);
        kmem_free(fifo);
    }
    mutex_unlock(&mutex);
}
