/*
 * Futexes.  A program changes its lock in user memory; only when it has to wait does it call the
 * kernel.
 *
 * Problem: after the program has read the word and before it sleeps, the word may change and the
 * wake-up be lost.  So the word is read again under a lock that the waker takes too, and the sleep
 * begins before that lock is released.  A page fault cannot be handled under a spin lock: then that
 * read fails, the word is read without the lock, which brings its page in, and everything is tried
 * again.
 *
 * Sleepers are on one of a few lists, chosen by a hash of owner and address.  Each sleeper has its
 * own wait queue, so a wake-up wakes no others that happen to be on the same list.
 *
 * Left out: requeueing, priorities.
 *
 * Source of the idea: Franke, Russell, Kirkwood, "Fuss, Futexes and Furwocks", OLS 2002.
 */
#include "proc/futex.h"
#include "arch/usercopy.h"
#include "core/list.h"
#include "sched/waitq.h"
#include "vm/space.h"
#include <abi/errno.h>
#include <abi/limits.h>
#include <stdbool.h>

#define BUCKETS 64 /* a power of two */

struct sleeper {
    struct list link;   /* [bucket lock] on no list: it has been woken */
    struct futex futex; /* fixed */
    struct waitq queue; /* guard: bucket lock */
};

static struct bucket {
    struct spinlock lock;
    struct list sleepers; /* [lock] zero until it is first used */
} buckets[BUCKETS] = {[0 ... BUCKETS - 1] = {.lock = SPINLOCK_INIT("futex")}};

struct futex futex_at(struct space *space, uint64_t addr)
{
    const void *page = space_shared(space, addr);
    return page ? (struct futex){page, addr % PAGE_SIZE} : (struct futex){space, addr};
}

static struct bucket *bucket_lock(struct futex futex)
{
    uint64_t hash = ((uint64_t)futex.owner >> 4 ^ futex.addr >> 2) * 0x9e3779b97f4a7c15ull;
    struct bucket *bucket = &buckets[hash >> 32 & (BUCKETS - 1)];
    spin_lock(&bucket->lock);
    if (!bucket->sleepers.next)
        list_init(&bucket->sleepers);
    return bucket;
}

static int sleep_in(struct bucket *bucket, struct futex futex, uint64_t deadline_ns)
{
    struct sleeper self = {.futex = futex};
    waitq_init(&self.queue);
    list_push_back(&bucket->sleepers, &self.link);
    int error = 0;
    while (!list_empty(&self.link) && !error)
        error = waitq_sleep_until(&self.queue, &bucket->lock, deadline_ns);
    if (list_empty(&self.link))
        return 0;
    list_remove(&self.link);
    return error;
}

int futex_wait(struct space *space, uint64_t addr, uint32_t expected, uint64_t deadline_ns)
{
    const uint32_t *word = (const uint32_t *)addr;
    if (addr % sizeof(*word) != 0)
        return -EINVAL;
    for (;;) {
        struct futex futex = futex_at(space, addr);
        struct bucket *bucket = bucket_lock(futex);
        uint32_t value;
        int error = load_user_u32(&value, word);
        bool was_read = !error;
        if (was_read)
            error = value != expected ? -EAGAIN : sleep_in(bucket, futex, deadline_ns);
        spin_unlock(&bucket->lock);
        if (was_read || load_user_u32(&value, word))
            return error;
    }
}

int futex_wake(struct futex futex, int max)
{
    int woken = 0;
    struct bucket *bucket = bucket_lock(futex);
    LIST_FOREACH_SAFE (sleeper, next, &bucket->sleepers, struct sleeper, link) {
        if (woken >= max)
            break;
        if (sleeper->futex.owner != futex.owner || sleeper->futex.addr != futex.addr)
            continue;
        list_remove(&sleeper->link);
        waitq_wake(&sleeper->queue);
        woken++;
    }
    spin_unlock(&bucket->lock);
    return woken;
}
