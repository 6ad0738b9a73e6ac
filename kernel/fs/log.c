/*
 * The write-ahead log.
 *
 * Problem: one operation changes several blocks, the disk writes one block at a time, in any order
 * between two flushes, and the power may fail at any moment.  Afterwards every operation must have
 * happened whole or not at all, and none that was synced may be lost.
 *
 * Protocol: every change of the disk, contents of files included, is part of an operation.  An
 * operation changes buffers only; log_dirty() adds them to the running transaction, which keeps
 * them in memory.  Many operations share a transaction, and a block that several of them change is
 * written once (group commit).  A commit:
 *
 *     1. stops new operations from beginning and waits until the running ones have ended
 *     2. writes copies of the buffers to the log, and the header, which says where they belong,
 *        all in flight together; flushes
 *     3. writes the buffers to where they belong; flushes
 *     4. releases the buffers and lets operations begin again
 *
 * After the flush of step 2 the transaction is safe.  Before it, only the log has been written.
 * The header contains a checksum of itself and of all copies, so the writes of step 2 need no
 * order: if one of them is missing the checksum is wrong and the log counts as empty.  That loses
 * nothing, as step 3 of the previous commit has been done.  Mounting a disk with a valid header
 * repeats step 3, which is harmless if it had been done.
 *
 * Blocks that an operation frees may be reused at once, even in the same transaction: their old
 * contents on the disk are overwritten only in step 3, when the operation that freed them is safe,
 * and the log never holds an older transaction whose replay could overwrite the new contents.
 * Such a block stays in the transaction, if it was changed in it: to write it costs time and harms
 * nobody.
 *
 * Room: a transaction may hold `capacity` blocks, and half of the cache.  log_begin() reserves
 * LOG_OP_BLOCKS for every running operation on top of the blocks already in the transaction, so an
 * operation never finds the log full.  If there is no room, log_begin() commits first.  One
 * operation may always run, also if the cache has shrunk to fewer buffers than it may need.
 *
 *     Example: capacity 100, LOG_OP_BLOCKS 28, 20 blocks in the transaction, 1 operation running.
 *     log_begin() of a second operation: 20 + 2 * 28 = 76, it may begin.  A third would make
 *     20 + 3 * 28 = 104, more than 100, so its thread waits until the other two have ended and then
 *     commits.  If they added only 4 blocks, the commit writes 24, and the transaction is empty
 *     when the third operation begins.
 *
 * The thread that commits may hold inode mutexes.  Running operations never wait for an inode mutex
 * (log.h), so step 1 always ends.
 *
 * If a write fails in step 2 the disk is as before; if one fails in step 3 the next mount replays
 * the log.  Either way the buffers stay in memory, where they can be read, and no operation may
 * begin any more.
 *
 * Left out: operations while a commit writes (it would need copies of the blocks), and more than
 * one transaction in the log.
 */
#include "fs/log.h"
#include "core/panic.h"
#include "core/print.h"
#include "core/string.h"
#include "debug/log.h"
#include "mm/page.h"
#include "sched/clock.h"
#include "sched/sched.h"
#include <abi/errno.h>
#include <abi/fs.h>

static struct spinlock log_lock = SPINLOCK_INIT("log");

/* [l] log_lock; [I] fixed after mount; [w] the thread that commits, or mounts. */
static struct {
    struct block_device *device;  /* [I] */
    uint32_t start;               /* [I] the block of the header */
    uint32_t capacity;            /* [I] blocks that it has room for */
    struct list dirty;            /* [l] buffers of the running transaction */
    uint32_t count;               /* [l] how many */
    uint32_t running;             /* atomic: operations; [l] to add one */
    bool committing;              /* atomic; [l] to change it */
    bool closed;                  /* [l] by log_close() or a failure: no more operations */
    bool stopped;                 /* atomic, by log_stop(): as closed */
    int error;                    /* [l] -EIO after a failed commit */
    struct waitq changed;         /* committing fell to false */
    struct waitq quiet;           /* running fell to 0: for the thread that commits */
    struct waitq due;             /* count rose from 0 */
    struct fs_log_header *header; /* [w] a page */
    struct block_request request; /* [w] of the header, and for flushes */
    uint32_t in_flight;           /* atomic: requests; [l] to lower it */
    int io_error;                 /* [l] -EIO if one of them failed */
    struct waitq io_done;         /* in_flight fell to 0 */
} log;

/* ---- requests in flight ---- */

/* May run in an interrupt. */
static void io_done(struct block_request *request)
{
    spin_lock(&log_lock);
    if (request->result != 0)
        log.io_error = -EIO;
    if (__atomic_sub_fetch(&log.in_flight, 1, __ATOMIC_RELAXED) == 0)
        waitq_wake_all(&log.io_done);
    spin_unlock(&log_lock);
}

static void io_start(struct block_request *request, enum block_op op, uint32_t block, void *data)
{
    *request = (struct block_request){.op = op, .block = block, .data = data, .done = io_done};
    __atomic_fetch_add(&log.in_flight, 1, __ATOMIC_RELAXED);
    log.device->submit(log.device, request);
}

/* Waits for all requests that were started, then flushes. */
static int io_finish(void)
{
    for (int flush = 0; flush < 2; flush++) {
        if (flush)
            io_start(&log.request, BLOCK_FLUSH, 0, NULL);
        spin_lock(&log_lock);
        while (__atomic_load_n(&log.in_flight, __ATOMIC_RELAXED) > 0)
            waitq_sleep(&log.io_done, &log_lock);
        int error = log.io_error;
        log.io_error = 0;
        spin_unlock(&log_lock);
        if (error)
            return error;
    }
    return 0;
}

/* ---- commit ---- */

static uint64_t header_checksum(void)
{
    log.header->checksum = 0;
    return fs_checksum(0, log.header, fs_log_header_used(log.header->count));
}

static int write_log(void)
{
    uint32_t n = 0;
    struct fs_log_header *h = log.header;
    LIST_FOREACH (b, &log.dirty, struct buffer, log_link)
        h->home[n++] = b->block;
    h->count = n;
    h->sequence++;
    uint64_t sum = header_checksum();
    n = 0;
    LIST_FOREACH (b, &log.dirty, struct buffer, log_link) {
        sum = fs_checksum(sum, b->data, BLOCK_SIZE);
        io_start(&b->request, BLOCK_WRITE, log.start + 1 + n++, b->data);
        sched_yield_if_due();
    }
    h->checksum = sum;
    io_start(&log.request, BLOCK_WRITE, log.start, h);
    return io_finish();
}

static int write_home(void)
{
    LIST_FOREACH (b, &log.dirty, struct buffer, log_link)
        io_start(&b->request, BLOCK_WRITE, b->block, b->data);
    return io_finish();
}

/* Atomic, because log_dirty() reads it without the lock. */
static void mark(struct buffer *b, bool logged)
{
    __atomic_store_n(&b->logged, logged, __ATOMIC_RELAXED);
}

/* Without log_lock: during a commit no other thread uses the list. */
static void release_all(void)
{
    struct list *link;
    while ((link = list_pop_front(&log.dirty))) {
        struct buffer *b = list_entry(link, struct buffer, log_link);
        mark(b, false);
        cache_put(b);
    }
}

/* Whether operations may still begin. */
static bool is_open(void)
{
    return !log.closed && !__atomic_load_n(&log.stopped, __ATOMIC_RELAXED);
}

/* Under log_lock, which it releases while it sleeps; no other commit is running.  If the caller
 * commits to have room for an operation, it begins that before the others are woken: true.  They
 * would take the room, and it commit for them, for ever.  And who has waited for the end of the
 * commit comes next: a thread that commits again and again, and sleeps only then, would otherwise
 * keep the others from beginning. */
static bool commit(bool begins)
{
    __atomic_store_n(&log.committing, true, __ATOMIC_SEQ_CST);
    while (__atomic_load_n(&log.running, __ATOMIC_SEQ_CST) > 0)
        waitq_sleep(&log.quiet, &log_lock);
    if (log.count > 0) {
        spin_unlock(&log_lock);
        int error = write_log();
        const char *what = "its changes are not on the disk";
        if (error == 0) {
            error = write_home();
            what = "the next mount will finish the commit";
        }
        if (error)
            print("fs: the disk failed in commit %lu: %s; read-only from now on\n",
                  log.header->sequence, what);
        else
            release_all();
        spin_lock(&log_lock);
        if (error)
            log.closed = true;
        else
            log.count = 0;
        log.error = error;
    }
    __atomic_store_n(&log.committing, false, __ATOMIC_RELAXED);
    bool begun = begins && is_open();
    if (begun)
        __atomic_fetch_add(&log.running, 1, __ATOMIC_RELAXED);
    if (waitq_wake_all(&log.changed) > 0) {
        spin_unlock(&log_lock);
        sched_yield();
        spin_lock(&log_lock);
    }
    return begun;
}

int log_commit(void)
{
    debug_log_outside(__func__);
    spin_lock(&log_lock);
    while (log.committing)
        waitq_sleep(&log.changed, &log_lock);
    if (log.error == 0)
        commit(false);
    int error = log.error;
    spin_unlock(&log_lock);
    return error;
}

/* ---- operations ---- */

/* Under log_lock: whether another operation may begin before a commit. */
static bool has_room(void)
{
    size_t half = cache_capacity() / 2, most = log.capacity < half ? log.capacity : half;
    uint32_t running = __atomic_load_n(&log.running, __ATOMIC_RELAXED);
    return log.count + (running + 1) * LOG_OP_BLOCKS <= most || log.count + running == 0;
}

int log_begin(void)
{
    debug_log_begins(__builtin_return_address(0));
    spin_lock(&log_lock);
    bool begun = false;
    while (!begun && is_open()) {
        if (log.committing) {
            waitq_sleep(&log.changed, &log_lock);
        } else if (has_room()) {
            __atomic_fetch_add(&log.running, 1, __ATOMIC_RELAXED);
            begun = true;
        } else {
            begun = commit(true);
        }
    }
    spin_unlock(&log_lock);
    if (!begun) {
        debug_log_ends();
        return -EROFS;
    }
    debug_log_has_begun();
    return 0;
}

void log_end(void)
{
    debug_log_inside(__func__);
    debug_log_ends();
    uint32_t before = __atomic_fetch_sub(&log.running, 1, __ATOMIC_SEQ_CST);
    assert(before > 0);
    /* Either this sees that a commit waits, or the commit sees that nothing runs. */
    if (before > 1 || !__atomic_load_n(&log.committing, __ATOMIC_SEQ_CST))
        return;
    spin_lock(&log_lock);
    waitq_wake_all(&log.quiet);
    spin_unlock(&log_lock);
}

void log_dirty(struct buffer *buffer)
{
    debug_log_inside(__func__);
    /* Without the lock: only a commit makes it false, and none runs while an operation does. */
    if (__atomic_load_n(&buffer->logged, __ATOMIC_RELAXED))
        return;
    spin_lock(&log_lock);
    assert(log.count < log.capacity);
    if (!buffer->logged) {
        cache_hold(buffer);
        mark(buffer, true);
        list_push_back(&log.dirty, &buffer->log_link);
        if (log.count++ == 0)
            waitq_wake(&log.due);
    }
    spin_unlock(&log_lock);
}

void log_wait_due(uint64_t delay_ns)
{
    spin_lock(&log_lock);
    while (log.count == 0 || log.error)
        waitq_sleep(&log.due, &log_lock);
    struct waitq pause; /* log.due would be woken again by another commit */
    waitq_init(&pause);
    waitq_sleep_until(&pause, &log_lock, clock_now_ns() + delay_ns);
    spin_unlock(&log_lock);
}

/* ---- mount and unmount ---- */

static int write_empty_header(void)
{
    struct fs_log_header *h = log.header;
    h->magic = FS_LOG_MAGIC;
    h->count = 0;
    h->checksum = header_checksum();
    io_start(&log.request, BLOCK_WRITE, log.start, h);
    return io_finish();
}

/* Why the copy of a block must not be written to block `home`, or NULL.  A superblock may differ
 * only in its number of orphans: the geometry is in use. */
static const char *find_fault(uint32_t home, const void *copy, const struct fs_super *super)
{
    if (home >= super->nblocks || (home >= log.start && home < log.start + super->log_blocks))
        return "which is impossible";
    if (home == 0 && memcmp(copy, super, offsetof(struct fs_super, orphans)) != 0)
        return "and it is not this superblock";
    return NULL;
}

/* 1 if the header and the copies are those of a commit that was written completely, else 0; or an
 * error: -EINVAL after a message, if a copy must not be written where the header says. */
static int is_complete(const struct fs_super *super)
{
    struct fs_log_header *h = log.header;
    uint64_t want = h->checksum;
    const char *fault = NULL;
    uint32_t bad = 0;
    if (h->count > log.capacity)
        return 0;
    uint64_t sum = header_checksum();
    for (uint32_t i = 0; i < h->count; i++) {
        struct buffer *copy;
        int error = cache_read(log.start + 1 + i, &copy);
        if (error)
            return error;
        sum = fs_checksum(sum, copy->data, BLOCK_SIZE);
        if (!fault && (fault = find_fault(h->home[i], copy->data, super)))
            bad = i;
        cache_put(copy);
    }
    if (sum != want || !fault)
        return sum == want;
    print("fs: the log says that copy %u belongs in block %u, %s\n", bad, h->home[bad], fault);
    return -EINVAL;
}

static int replay(void)
{
    struct fs_log_header *h = log.header;
    for (uint32_t i = 0; i < h->count; i++) {
        struct buffer *copy, *home;
        int error = cache_read(log.start + 1 + i, &copy);
        if (error)
            return error;
        error = cache_fresh(h->home[i], &home);
        if (error == 0) {
            memcpy(home->data, copy->data, BLOCK_SIZE);
            io_start(&home->request, BLOCK_WRITE, home->block, home->data);
            error = io_finish();
            cache_put(home);
        }
        cache_put(copy);
        if (error)
            return error;
    }
    print("fs: replayed commit %lu, %u blocks\n", h->sequence, h->count);
    return 0;
}

static int read_header(void)
{
    log.header = page_alloc();
    if (!log.header)
        return -ENOMEM;
    struct buffer *b;
    int error = cache_read(log.start, &b);
    if (error)
        return error;
    memcpy(log.header, b->data, BLOCK_SIZE);
    cache_put(b);
    if (log.header->magic == FS_LOG_MAGIC)
        return 0;
    print("fs: block %u should be the header of the log and is not\n", log.start);
    return -EINVAL;
}

int log_init(struct block_device *device, const struct fs_super *super)
{
    memset(&log, 0, sizeof(log));
    log.device = device;
    log.start = super->log_start;
    log.capacity = super->log_blocks - 1;
    assert(log.capacity >= LOG_OP_BLOCKS && log.capacity <= FS_LOG_COPIES);
    list_init(&log.dirty);
    waitq_init(&log.changed);
    waitq_init(&log.quiet);
    waitq_init(&log.due);
    waitq_init(&log.io_done);
    int error = read_header();
    if (error)
        return error;
    int complete = is_complete(super);
    if (complete < 0 || (complete && log.header->count == 0))
        return complete < 0 ? complete : 0;
    if (complete) {
        error = replay();
        if (error == 0)
            error = write_empty_header();
        if (error == -EIO)
            print("fs: the disk failed while commit %lu of its log was finished: not mounted\n",
                  log.header->sequence);
        return error;
    }
    print("fs: ignored commit %lu, which was not finished\n", log.header->sequence);
    if (write_empty_header() != 0) {
        print("fs: the disk cannot be written: read-only\n");
        log.closed = true;
    }
    return 0;
}

bool log_stop(void)
{
    return !__atomic_exchange_n(&log.stopped, true, __ATOMIC_RELAXED);
}

int log_close(void)
{
    spin_lock(&log_lock);
    bool first = !log.closed;
    log.closed = true;
    spin_unlock(&log_lock);
    int error = log_commit();
    if (error) /* nobody uses the list any more */
        release_all();
    return first && error == 0 ? write_empty_header() : error;
}
