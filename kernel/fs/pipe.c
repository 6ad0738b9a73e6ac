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
#include "sched/waitq.h"
#include <abi/errno.h>

#define PIPE_PAGES (PIPE_BYTES / PAGE_SIZE)

struct end {
    bool open;                 /* [p] */
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
    pipe->reading.open = pipe->writing.open = true;
    waitq_init(&pipe->reading.queue);
    waitq_init(&pipe->writing.queue);
    return pipe;
}

static void wake(struct end *end)
{
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

/* Locked: whether the calling thread, which needs `least` bytes, may begin.  A call with nonblock
 * does not wait for its turn. */
static bool is_free(const struct pipe *pipe, const struct end *end, size_t least, bool nonblock)
{
    bool is_our_turn = nonblock || !end->next || end->next == current_thread();
    return !end->busy && is_our_turn && amount(pipe, end) >= least;
}

static int wait(struct pipe *pipe, struct end *end)
{
    end->waiting = true;
    int error = waitq_sleep_until(&end->queue, &pipe->lock, WAITQ_FOREVER);
    if (!error && !end->next)
        end->next = current_thread();
    return error;
}

/* Locked: returns the result of begin_read() or begin_write().  A thread that was next, and has
 * begun or given up, is so no more. */
static ssize_t begun(struct end *end, ssize_t result)
{
    if (end->next == current_thread()) {
        end->next = NULL;
        if (result <= 0)
            wake(end);
    }
    return result;
}

size_t pipe_pages(const struct pipe *pipe)
{
    size_t n = 0;
    for (size_t i = 0; i < PIPE_PAGES; i++)
        n += __atomic_load_n(&pipe->page[i], __ATOMIC_RELAXED) != NULL;
    return n;
}

void pipe_close(struct pipe *pipe, bool writing_end)
{
    struct end *end = writing_end ? &pipe->writing : &pipe->reading;
    struct end *other = writing_end ? &pipe->reading : &pipe->writing;
    spin_lock(&pipe->lock);
    end->open = false;
    wake(other);
    bool last = !other->open;
    spin_unlock(&pipe->lock);
    if (!last)
        return;
    for (unsigned i = 0; i < PIPE_PAGES; i++)
        if (pipe->page[i])
            page_free(pipe->page[i]);
    kmem_free(pipe);
}

/* The memory of byte number `at`; *n is reduced to the contiguous bytes there. */
static char *byte_at(struct pipe *pipe, uint64_t at, size_t *n)
{
    size_t offset = at % PAGE_SIZE;
    if (*n > PAGE_SIZE - offset)
        *n = PAGE_SIZE - offset;
    return pipe->page[at % PIPE_BYTES / PAGE_SIZE] + offset;
}

/* ---- reading ---- */

/* Locked: waits for something to read and makes the reading end busy; how many bytes, or an
 * error. */
static ssize_t begin_read(struct pipe *pipe, bool nonblock)
{
    struct end *end = &pipe->reading;
    while (!is_free(pipe, end, 1, nonblock)) {
        if (!end->busy && !pipe->writing.open && amount(pipe, end) == 0)
            return 0;
        if (!end->busy && nonblock)
            return -EAGAIN;
        int error = wait(pipe, end);
        if (error < 0)
            return error;
    }
    end->busy = true;
    return amount(pipe, end);
}

static void end_read(struct pipe *pipe, size_t n)
{
    pipe->reading.busy = false;
    pipe->read_at += n;
    if (pipe->read_at == pipe->write_at && !pipe->writing.busy)
        pipe->read_at = pipe->write_at = 0;
    wake(&pipe->writing);
    wake(&pipe->reading);
}

static int copy_out(struct pipe *pipe, char *user_buf, size_t n)
{
    for (size_t done = 0, m; done < n; done += m) {
        m = n - done;
        const char *from = byte_at(pipe, pipe->read_at + done, &m);
        if (copy_to_user(user_buf + done, from, m) < 0)
            return -EFAULT;
    }
    return 0;
}

ssize_t pipe_read(struct pipe *pipe, void *user_buf, size_t n, bool nonblock)
{
    if (n == 0)
        return 0;
    spin_lock(&pipe->lock);
    ssize_t available = begun(&pipe->reading, begin_read(pipe, nonblock));
    spin_unlock(&pipe->lock);
    if (available <= 0)
        return available;
    if (n > (size_t)available)
        n = available;
    int error = copy_out(pipe, user_buf, n);
    spin_lock(&pipe->lock);
    end_read(pipe, error < 0 ? 0 : n);
    spin_unlock(&pipe->lock);
    return error < 0 ? error : (ssize_t)n;
}

/* ---- writing ---- */

/* Locked: waits for room for `least` bytes and makes the writing end busy; how much room, or an
 * error. */
static ssize_t begin_write(struct pipe *pipe, size_t least, bool nonblock)
{
    struct end *end = &pipe->writing;
    while (!is_free(pipe, end, least, nonblock)) {
        if (!pipe->reading.open)
            return -EPIPE;
        if (!end->busy && nonblock)
            return -EAGAIN;
        int error = wait(pipe, end);
        if (error < 0)
            return error;
    }
    if (!pipe->reading.open)
        return -EPIPE;
    end->busy = true;
    return amount(pipe, end);
}

static void end_write(struct pipe *pipe, size_t n)
{
    pipe->writing.busy = false;
    pipe->write_at += n;
    if (n > 0)
        wake(&pipe->reading);
    wake(&pipe->writing);
}

static int copy_in(struct pipe *pipe, const char *user_buf, size_t n)
{
    for (size_t done = 0, m; done < n; done += m) {
        char **page = &pipe->page[(pipe->write_at + done) % PIPE_BYTES / PAGE_SIZE];
        if (!*page && !(*page = page_alloc()))
            return -ENOMEM;
        m = n - done;
        char *to = byte_at(pipe, pipe->write_at + done, &m);
        if (copy_from_user(to, user_buf + done, m) < 0)
            return -EFAULT;
    }
    return 0;
}

/* Writes one piece: all n bytes if n is at most PIPE_BUF, otherwise at least one.  Returns how
 * many. */
static ssize_t write_piece(struct pipe *pipe, const char *user_buf, size_t n, bool nonblock)
{
    spin_lock(&pipe->lock);
    size_t least = n <= PIPE_BUF ? n : 1;
    ssize_t room = begun(&pipe->writing, begin_write(pipe, least, nonblock));
    spin_unlock(&pipe->lock);
    if (room < 0)
        return room;
    if (n > (size_t)room)
        n = room;
    int error = copy_in(pipe, user_buf, n);
    spin_lock(&pipe->lock);
    end_write(pipe, error < 0 ? 0 : n);
    spin_unlock(&pipe->lock);
    return error < 0 ? error : (ssize_t)n;
}

ssize_t pipe_write(struct pipe *pipe, const void *user_buf, size_t n, bool nonblock)
{
    size_t done = 0;
    while (done < n) {
        ssize_t result = write_piece(pipe, (const char *)user_buf + done, n - done, nonblock);
        if (result < 0)
            return done ? (ssize_t)done : result;
        done += result;
    }
    return done;
}
