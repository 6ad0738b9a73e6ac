/*
 * All locks are on one list: programs hold few.  A new lock first cuts its range out of its owner's
 * old ones.  These do not overlap, so at most one of them becomes two; file_lock_set() allocates
 * for that before it takes the spin lock.  Neighbours are not joined.
 */
#include "fs/file_lock.h"
#include "mm/kmem.h"
#include "sched/waitq.h"
#include <abi/errno.h>

#define LOCKS_MAX 2048 /* of the machine */

static struct spinlock lock = SPINLOCK_INIT("file locks");
static struct list locks = LIST_INIT(locks); /* struct file_lock */
static struct waitq released = WAITQ_INIT(released);
static unsigned nlocks;

/* All below: the lock is held. */

static bool overlaps(const struct file_lock *a, const struct file_lock *b)
{
    return a->inode == b->inode && a->flock == b->flock && a->start < b->end && b->start < a->end;
}

/* Another owner's lock that is in the way, or NULL. */
static struct file_lock *blocker_of(const struct file_lock *wanted)
{
    LIST_FOREACH (other, &locks, struct file_lock, link)
        if (overlaps(other, wanted) && other->owner != wanted->owner && wanted->type != F_UNLCK &&
            (other->type == F_WRLCK || wanted->type == F_WRLCK))
            return other;
    return NULL;
}

static void add(struct file_lock *new)
{
    list_push_back(&locks, &new->link);
    nlocks++;
}

static void drop(struct file_lock *old)
{
    list_remove(&old->link);
    kmem_free(old);
    nlocks--;
}

/* Whether cut() makes two of a lock. */
static bool is_inside(const struct file_lock *range)
{
    LIST_FOREACH (old, &locks, struct file_lock, link)
        if (overlaps(old, range) && old->owner == range->owner && old->start < range->start &&
            range->end < old->end)
            return true;
    return false;
}

/* 0; -ENOMEM: a lock that the request adds has no memory; -ENOLCK: it is one too many.  Unlocking
 * the middle of a lock adds one: without the limit a program could fill the memory that way. */
static int check_room(const struct file_lock *wanted, const void *new, const void *spare)
{
    unsigned locked = wanted->type != F_UNLCK, split = is_inside(wanted);
    if ((locked && !new) || (split && !spare))
        return -ENOMEM;
    return locked + split > 0 && nlocks + locked + split > LOCKS_MAX ? -ENOLCK : 0;
}

/* Cuts the range out of its owner's locks; *spare is used up if one becomes two. */
static void cut(const struct file_lock *range, struct file_lock **spare)
{
    LIST_FOREACH_SAFE (old, after, &locks, struct file_lock, link) {
        if (!overlaps(old, range) || old->owner != range->owner)
            continue;
        if (old->start < range->start && range->end < old->end) {
            **spare = *old;
            (*spare)->link = (struct list){NULL, NULL};
            (*spare)->start = range->end;
            add(*spare);
            *spare = NULL;
        }
        if (old->start < range->start)
            old->end = range->start;
        else if (range->end < old->end)
            old->start = range->end;
        else
            drop(old);
    }
    waitq_wake_all(&released);
}

/* ---- the contract ---- */

int file_lock_set(const struct file_lock *wanted, bool waits)
{
    struct file_lock *new = kmem_alloc(sizeof(*new)), *spare = kmem_alloc(sizeof(*spare));
    spin_lock(&lock);
    int error = 0;
    while (!error && blocker_of(wanted))
        error = waits ? waitq_sleep_until(&released, &lock, WAITQ_FOREVER) : -EAGAIN;
    if (!error)
        error = check_room(wanted, new, spare);
    if (!error)
        cut(wanted, &spare);
    if (!error && wanted->type != F_UNLCK) {
        *new = *wanted;
        add(new);
        new = NULL;
    }
    spin_unlock(&lock);
    kmem_free(new);
    kmem_free(spare);
    return error;
}

void file_lock_get(struct file_lock *wanted)
{
    spin_lock(&lock);
    struct file_lock *blocker = blocker_of(wanted);
    if (blocker)
        *wanted = *blocker;
    else
        wanted->type = F_UNLCK;
    spin_unlock(&lock);
}

void file_lock_release(const struct inode *inode, const void *owner)
{
    if (__atomic_load_n(&nlocks, __ATOMIC_RELAXED) == 0)
        return;
    spin_lock(&lock);
    LIST_FOREACH_SAFE (old, after, &locks, struct file_lock, link)
        if (old->inode == inode && old->owner == owner)
            drop(old);
    waitq_wake_all(&released);
    spin_unlock(&lock);
}
