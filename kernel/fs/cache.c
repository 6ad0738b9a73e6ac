/*
 * The buffer cache.
 *
 * Problem: the disk is slow and its blocks are shared.  Each block in use must be in memory exactly
 * once, so that all threads see the same bytes, and should stay there afterwards as long as there
 * is room.
 *
 * Every buffer is in a hash table, by its block number.  A buffer with references cannot be reused.
 * When the last reference is dropped it goes to the end of the idle list; when a buffer is needed,
 * the one at the front of that list, idle for longest, is reused for another block.  The running
 * transaction holds a reference to each buffer that has changes, so an idle buffer equals its block
 * on the disk and can be reused without a write: the cache itself never writes.
 *
 * Memory is allocated page by page, up to the limit set at mount.  If no page is free an idle
 * buffer is reused before the limit is reached; the caller gets -ENOMEM only if there is no idle
 * buffer either.  A transaction may hold at most half of the buffers that there can be (log.c), so
 * the rest remains for readers.  When programs run out of memory, idle buffers are freed
 * (cache_reclaim), down to the number that the file system needs (CACHE_MIN).
 *
 * A block is read once, however many threads want it: the first marks the buffer BUFFER_READING,
 * the others sleep until that ends.  After a failed read the buffer is BUFFER_EMPTY, and each
 * thread that waited tries once more for itself.
 *
 * Left out: reading ahead, and locks on the contents (see cache.h).
 */
#include "fs/cache.h"
#include "core/panic.h"
#include "core/print.h"
#include "mm/fail.h"
#include "mm/kmem.h"
#include "mm/page.h"
#include <abi/errno.h>

#define CHAIN_BITS   13 /* with 128 MiB of memory a chain has one buffer */
#define RECLAIM_MOST 64 /* buffers at a time */

static struct spinlock cache_lock = SPINLOCK_INIT("cache");

static struct {
    struct block_device *device; /* [I] */
    size_t max;                  /* [I] buffers */
    size_t count;                /* atomic */
    struct list idle;            /* [c] */
} cache;

static struct list chains[1 << CHAIN_BITS]; /* [c] */

static struct list *chain_of(uint32_t block)
{
    return &chains[(block * 0x9e3779b1u) >> (32 - CHAIN_BITS)];
}

void cache_init(struct block_device *device, size_t max_blocks)
{
    cache.device = device;
    cache.max = max_blocks < CACHE_MIN ? CACHE_MIN : max_blocks;
    cache.count = 0;
    list_init(&cache.idle);
    for (size_t i = 0; i < sizeof(chains) / sizeof(chains[0]); i++)
        list_init(&chains[i]);
}

size_t cache_count(void)
{
    return __atomic_load_n(&cache.count, __ATOMIC_RELAXED);
}

/* Without a lock: the result may be too low while another CPU allocates or frees a buffer. */
size_t cache_capacity(void)
{
    size_t most = cache_count() + page_count_spare();
    return most < cache.max ? most : cache.max;
}

/* ---- under cache_lock ---- */

static struct buffer *find(uint32_t block)
{
    LIST_FOREACH (b, chain_of(block), struct buffer, chain) {
        if (b->block == block)
            return b;
    }
    return NULL;
}

static struct buffer *new_buffer(void)
{
    if (cache.count >= cache.max)
        return NULL;
    struct buffer *b = kmem_alloc_zeroed(sizeof(*b));
    if (!b)
        return NULL;
    b->data = page_alloc();
    if (!b->data) {
        kmem_free(b);
        return NULL;
    }
    waitq_init(&b->read_done);
    __atomic_fetch_add(&cache.count, 1, __ATOMIC_RELAXED);
    return b;
}

static uint32_t users_of(const struct buffer *b)
{
    return __atomic_load_n(&b->users, __ATOMIC_RELAXED);
}

static void hold(struct buffer *b)
{
    if (__atomic_fetch_add(&b->users, 1, __ATOMIC_RELAXED) == 0)
        list_remove(&b->idle);
}

/* A buffer still to be filled, with a reference taken; NULL if out of memory. */
static __attribute__((noinline)) struct buffer *get_empty(uint32_t block)
{
    struct buffer *b = new_buffer();
    if (!b) {
        struct list *oldest = list_pop_front(&cache.idle);
        if (!oldest)
            return NULL;
        b = list_entry(oldest, struct buffer, idle);
        list_remove(&b->chain);
    }
    b->block = block;
    b->state = BUFFER_EMPTY;
    b->users = 1;
    list_push_front(chain_of(block), &b->chain);
    return b;
}

/* The block's buffer, perhaps an empty one, with a reference taken; NULL if out of memory. */
static inline struct buffer *get(uint32_t block)
{
    struct buffer *b = find(block);
    if ((!b || users_of(b) == 0) && fail_here()) /* an idle one may have been reused by now */
        return NULL;
    if (!b)
        return get_empty(block);
    hold(b);
    return b;
}

static void put(struct buffer *b)
{
    uint32_t before = __atomic_fetch_sub(&b->users, 1, __ATOMIC_ACQ_REL);
    assert(before > 0);
    if (before > 1)
        return;
    assert(!b->logged);
    list_push_back(&cache.idle, &b->idle);
}

size_t cache_reclaim(size_t least)
{
    size_t n = 0;
    spin_lock(&cache_lock);
    while (n < RECLAIM_MOST && cache.count > least && !list_empty(&cache.idle)) {
        struct buffer *b = list_entry(list_pop_front(&cache.idle), struct buffer, idle);
        list_remove(&b->chain);
        __atomic_fetch_sub(&cache.count, 1, __ATOMIC_RELAXED); /* first: see cache_capacity() */
        page_free(b->data);
        kmem_free(b);
        n++;
    }
    spin_unlock(&cache_lock);
    return n;
}

/* ---- reading ---- */

/* May run in an interrupt. */
static void read_done(struct block_request *request)
{
    struct buffer *b = list_entry(request, struct buffer, request);
    spin_lock(&cache_lock);
    b->state = request->result == 0 ? BUFFER_VALID : BUFFER_EMPTY;
    waitq_wake_all(&b->read_done);
    spin_unlock(&cache_lock);
}

/* Under cache_lock, which it releases while it waits. */
static __attribute__((noinline)) int fill(struct buffer *b)
{
    for (bool tried = false; b->state != BUFFER_VALID;) {
        if (b->state == BUFFER_READING) {
            waitq_sleep(&b->read_done, &cache_lock);
        } else if (!tried) {
            tried = true;
            b->state = BUFFER_READING;
            spin_unlock(&cache_lock);
            b->request = (struct block_request){
                .op = BLOCK_READ, .block = b->block, .data = b->data, .done = read_done};
            cache.device->submit(cache.device, &b->request);
            spin_lock(&cache_lock);
        } else {
            put(b);
            return -EIO;
        }
    }
    return 0;
}

int cache_read(uint32_t block, struct buffer **out)
{
    assert(block < cache.device->nblocks);
    spin_lock(&cache_lock);
    struct buffer *b = get(block);
    int error = !b ? -ENOMEM : b->state == BUFFER_VALID ? 0 : fill(b);
    spin_unlock(&cache_lock);
    if (error == -EIO)
        print("fs: the disk cannot read block %u\n", block);
    *out = b;
    return error;
}

int cache_fresh(uint32_t block, struct buffer **out)
{
    assert(block < cache.device->nblocks);
    spin_lock(&cache_lock);
    struct buffer *b = get(block);
    if (b) {
        while (b->state == BUFFER_READING)
            waitq_sleep(&b->read_done, &cache_lock);
        b->state = BUFFER_VALID;
    }
    spin_unlock(&cache_lock);
    *out = b;
    return b ? 0 : -ENOMEM;
}

/* ---- references ---- */

void cache_hold(struct buffer *buffer)
{
    uint32_t before = __atomic_fetch_add(&buffer->users, 1, __ATOMIC_RELAXED);
    assert(before > 0);
}

void cache_put(struct buffer *buffer)
{
    uint32_t users = users_of(buffer);
    while (users > 1)
        if (__atomic_compare_exchange_n(&buffer->users, &users, users - 1, false, __ATOMIC_RELEASE,
                                        __ATOMIC_RELAXED))
            return;
    spin_lock(&cache_lock);
    put(buffer);
    spin_unlock(&cache_lock);
}
