/*
 * The ring is an array of pages.  read_at and write_at count bytes and never wrap; a byte's
 * position in the ring is its count modulo PIPE_BYTES.  When the last byte is read both are reset
 * to 0, so that a pipe that is emptied as fast as it is filled uses a single page.
 *
 * User memory must not be touched under the lock, since a page fault sleeps.  So a transfer has
 * three steps: under the lock a thread marks its end (`reading` or `writing`) as busy and looks how
 * many bytes, or how much room, there is; without the lock it copies; under the lock it advances
 * its count and the end is free again.  Between the first and the last step
 *     - only the reader touches the bytes from read_at to write_at: a writer adds bytes after them;
 *     - only the writer touches the free bytes after write_at: a reader only makes more of them;
 *     - the counts are not reset to 0: that happens only while neither end is busy.
 * If the copy fails the count does not move, and nothing is lost.
 *
 * An end is busy only while bytes are copied, never while a thread waits for the other end.  So
 * every wait, also for an end that is busy, can be interrupted by a signal.  A thread that waits
 * sets `waiting`; without it the other end skips the wake-up.
 *
 * A thread that fills the pipe again and again, and gives up the CPU only when it is full, would
 * always be the first to find room.  So the first thread that is woken is `next`, and the others
 * wait until it has begun.
 */
#include "fs/pipe.h"
#include "arch/usercopy.h"
#include "core/cpu.h"
#include "core/spin.h"
#include "mm/kmem.h"
#include "mm/page.h"
#include "sched/poll.h"
#include "sched/waitq.h"
#include <abi/errno.h>
#include <abi/poll.h>

#define PIPE_PAGES (PIPE_BYTES / PAGE_SIZE)

struct end {
    uint32_t open;             /* [p] in so many files */
    uint32_t opened;           /* [p] how often, without the first time */
    bool busy;                 /* [p] a thread is copying */
    bool waiting;              /* [p] threads may be asleep on queue */
    struct waitq queue;        /* guard: lock */
    const struct thread *next; /* [p] NULL: nobody */
};

/* [p] lock; [w] the thread that made the writing end busy */
struct pipe {
    struct spinlock lock;
    uint64_t read_at, write_at; /* [p] bytes */
    struct end reading, writing;
    char *page[PIPE_PAGES]; /* [w] NULL: not allocated yet */
};

struct pipe *pipe_create(void)
{
    struct pipe *pipe = kmem_alloc_zeroed(sizeof(*pipe));
    if (!pipe)
        return NULL;
    spin_init(&pipe->lock, "pipe");
    pipe->reading.open = pipe->writing.open = 1;
    waitq_init(&pipe->reading.queue);
    waitq_init(&pipe->writing.queue);
    return pipe;
}

static void wake(struct end *end)
{
    poll_changed();
    if (!end->waiting)
        return;
    end->waiting = false;
    waitq_wake_all(&end->queue);
}

/* Locked: how many bytes there are to read, or how much room to write. */
static size_t amount(const struct pipe *pipe, const struct end *end)
{
    size_t nbytes = pipe->write_at - pipe->read_at;
    return end == &pipe->reading ? nbytes : PIPE_BYTES - nbytes;
}

size_t pipe_pages(const struct pipe *pipe)
{
    size_t n = 0;
    for (size_t i = 0; i < PIPE_PAGES; i++)
        n += __atomic_load_n(&pipe->page[i], __ATOMIC_RELAXED) != NULL;
    return n;
}

uint32_t pipe_poll(struct pipe *pipe, bool reads, bool writes)
{
    uint32_t events = 0;
    spin_lock(&pipe->lock);
    if (reads && amount(pipe, &pipe->reading) > 0)
        events |= POLLIN;
    if (reads && !pipe->writing.open)
        events |= POLLHUP;
    if (writes && amount(pipe, &pipe->writing) >= PIPE_BUF)
        events |= POLLOUT;
    if (writes && !pipe->reading.open)
        events |= POLLERR;
    spin_unlock(&pipe->lock);
    return events;
}

static struct end *end_of(struct pipe *pipe, bool writing_end)
{
    return writing_end ? &pipe->writing : &pipe->reading;
}

void pipe_open_end(struct pipe *pipe, bool writing_end)
{
    struct end *end = end_of(pipe, writing_end);
    spin_lock(&pipe->lock);
    end->open++;
    end->opened++;
    wake(end_of(pipe, !writing_end));
    spin_unlock(&pipe->lock);
}

uint32_t pipe_opened(struct pipe *pipe, bool writing_end)
{
    return __atomic_load_n(&end_of(pipe, writing_end)->opened, __ATOMIC_RELAXED);
}

int pipe_wait_for_end(struct pipe *pipe, bool writing_end, uint32_t opened)
{
    struct end *end = end_of(pipe, writing_end), *own = end_of(pipe, !writing_end);
    int error = 0;
    spin_lock(&pipe->lock);
    while (!error && !end->open && end->opened == opened) {
        own->waiting = true;
        error = waitq_sleep_until(&own->queue, &pipe->lock, WAITQ_FOREVER);
    }
    spin_unlock(&pipe->lock);
    return error;
}

bool pipe_close(struct pipe *pipe, bool writing_end)
{
    struct end *end = end_of(pipe, writing_end), *other = end_of(pipe, !writing_end);
    spin_lock(&pipe->lock);
    end->open--;
    wake(other);
    bool last = !end->open && !other->open;
    spin_unlock(&pipe->lock);
    if (!last)
        return false;
    for (unsigned i = 0; i < PIPE_PAGES; i++)
        if (pipe->page[i])
            page_free(pipe->page[i]);
    kmem_free(pipe);
    return true;
}

/* ---- reading and writing ---- */

/* Locked: waits for `least` bytes to read, or for as much room to write.  Returns how many bytes
 * there are; 0: no writer is left; or an error.  A call with nonblock does not wait for its turn.
 */
static inline ssize_t wait_for(struct pipe *pipe, struct end *end, size_t least, bool nonblock)
{
    for (;;) {
        bool is_our_turn = nonblock || !end->next || end->next == current_thread();
        size_t n = amount(pipe, end);
        if (end == &pipe->writing && !pipe->reading.open)
            return -EPIPE;
        if (!end->busy && is_our_turn && n >= least)
            return n;
        if (!end->busy && !pipe->writing.open && n == 0)
            return 0;
        if (!end->busy && nonblock)
            return -EAGAIN;
        end->waiting = true;
        int error = waitq_sleep_until(&end->queue, &pipe->lock, WAITQ_FOREVER);
        if (error < 0)
            return error;
        if (!end->next)
            end->next = current_thread();
    }
}

/* Locked: the same, and makes the end busy.  A thread that was next, and has begun or given up, is
 * so no more. */
static inline ssize_t begin(struct pipe *pipe, struct end *end, size_t least, bool nonblock)
{
    ssize_t result = wait_for(pipe, end, least, nonblock);
    if (result > 0)
        end->busy = true;
    if (end->next == current_thread()) {
        end->next = NULL;
        if (result <= 0)
            wake(end);
    }
    return result;
}

/* Locked: n bytes were copied. */
static inline void finish(struct pipe *pipe, struct end *end, size_t n)
{
    end->busy = false;
    if (end == &pipe->reading)
        pipe->read_at += n;
    else
        pipe->write_at += n;
    if (pipe->read_at == pipe->write_at && !pipe->reading.busy && !pipe->writing.busy)
        pipe->read_at = pipe->write_at = 0;
    wake(&pipe->reading);
    wake(&pipe->writing);
}

/* The end is busy: copies n bytes, those of each page at once. */
static inline int copy(struct pipe *pipe, const struct end *end, uint64_t user_addr, size_t n)
{
    bool reads = end == &pipe->reading;
    uint64_t at = reads ? pipe->read_at : pipe->write_at, to = at + n;
    char *user = (char *)user_addr;
    while (at < to) {
        char **page = &pipe->page[at % PIPE_BYTES / PAGE_SIZE];
        if (!reads && !*page && !(*page = page_alloc()))
            return -ENOMEM;
        char *byte = *page + at % PAGE_SIZE;
        size_t room = PAGE_SIZE - at % PAGE_SIZE, m = to - at < room ? to - at : room;
        if (reads ? copy_to_user(user, byte, m) : copy_from_user(byte, user, m))
            return -EFAULT;
        user += m;
        at += m;
    }
    return 0;
}

/* Copies at least `least` bytes, and at most n, in one piece: how many, or as wait_for().  It is
 * compiled once for each end: that takes 8 % less time. */
static inline __attribute__((always_inline)) ssize_t transfer(struct pipe *pipe, struct end *end,
                                                              uint64_t user_addr, size_t least,
                                                              size_t n, bool nonblock)
{
    spin_lock(&pipe->lock);
    ssize_t available = begin(pipe, end, least, nonblock);
    spin_unlock(&pipe->lock);
    if (available <= 0)
        return available;
    if (n > (size_t)available)
        n = available;
    int error = copy(pipe, end, user_addr, n);
    spin_lock(&pipe->lock);
    finish(pipe, end, error < 0 ? 0 : n);
    spin_unlock(&pipe->lock);
    return error < 0 ? error : (ssize_t)n;
}

ssize_t pipe_read(struct pipe *pipe, void *user_buf, size_t n, bool nonblock)
{
    return n > 0 ? transfer(pipe, &pipe->reading, (uint64_t)user_buf, 1, n, nonblock) : 0;
}

/* A piece has all n bytes that are left if they are at most PIPE_BUF, otherwise at least one. */
ssize_t pipe_write(struct pipe *pipe, const void *user_buf, size_t n, bool nonblock)
{
    size_t done = 0;
    while (done < n) {
        size_t left = n - done, least = left <= PIPE_BUF ? left : 1;
        ssize_t result =
            transfer(pipe, &pipe->writing, (uint64_t)user_buf + done, least, left, nonblock);
        if (result < 0)
            return done ? (ssize_t)done : result;
        done += result;
    }
    return done;
}
