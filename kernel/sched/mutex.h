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
};

/* clang-format off */
#define MUTEX_INIT(mutex, text) \
    {0, SPINLOCK_INIT(text), WAITQ_INIT((mutex).waiters)}
/* clang-format on */

void mutex_init(struct mutex *mutex, const char *name);

/* Waits for the holder, and for at most one turn of each thread that wants the mutex: those that
 * wait get it in the order in which they came. */
void mutex_lock(struct mutex *mutex);
void mutex_unlock(struct mutex *mutex);
struct thread *mutex_owner(const struct mutex *mutex);
bool mutex_held(const struct mutex *mutex); /* by this thread */

#endif
