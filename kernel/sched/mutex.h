/*
 * Mutexes: locks for longer work, whose waiters sleep.  Only threads take them, never interrupts,
 * and never while holding a spin lock.  Not recursive.
 *
 * Order, outermost first: profil, record, file position, rename, mapped files, inodes (a directory
 * before what is in it; two directories: see fs/tree.c), bitmaps, an address space.  User memory
 * may be touched while any of these down to inodes is held.  doc/locks.md has all locks.
 */
#ifndef SCHED_MUTEX_H
#define SCHED_MUTEX_H

#include "sched/waitq.h"
#include <stdbool.h>

#define MUTEX_WAITED 1 /* a thread waits */

struct thread;

struct mutex {
    uintptr_t word;       /* atomic: the owner's address (0: free), and MUTEX_WAITED */
    struct spinlock lock; /* guards the fields below, and MUTEX_WAITED */
    struct waitq waiters;
    struct waitq urgent;        /* those that go before these */
    struct thread *last_urgent; /* it waits there or is the owner; then it is another's turn */
};

/* clang-format off */
#define MUTEX_INIT(mutex, text) \
    {0, SPINLOCK_INIT(text), WAITQ_INIT((mutex).waiters), WAITQ_INIT((mutex).urgent), NULL}
/* clang-format on */

void mutex_init(struct mutex *mutex, const char *name);
void mutex_lock(struct mutex *mutex); /* may sleep */

/* Waits for the holder, for others that wait urgently, and for at most one that waits in
 * mutex_lock().  For a thread that needs the mutex for a moment while others wait for locks that it
 * holds. */
void mutex_lock_urgently(struct mutex *mutex);
void mutex_unlock(struct mutex *mutex);
struct thread *mutex_owner(const struct mutex *mutex);
bool mutex_held(const struct mutex *mutex); /* by this thread */

#endif
